// The messages between server and page. Made from the types of Rust by
// ROTUNDA_RECORD=1 cargo test -p rotunda-serve --lib typescript

/** The board for the first seat. */
export type Board = { view_box: [number, number, number, number], outline: Array<string>, cells: Array<Tile>, features: Array<Feature>, labels: Array<Label>, };

/** The choices among a game's rules. */
export type Choices = {
/** Partial wins are draws. */
classic_scoring: boolean,
/** In teams, a player who loses its king is out. */
team_king_loss_eliminates: boolean, };

/** The clock that every seat has at the start. */
export type ClockRule = {
/** The time in milliseconds. */
base: number,
/** The milliseconds that are added after each move. */
increment: number, };

/** The clocks. */
export type Clocks = {
/** Milliseconds left by seat. */
left: Array<number>,
/** The seat whose clock runs now. */
running: number | null, };

/** A variant: its players, its rules, its board, and their look.
 *
 * `docs/describe.md` explains every field. Coordinates are those of the pictures. They count from
 * the board's centre in sixtieths of a cell, with `y` downwards. */
export type Description = { schema: number, name: string, title: string, rules: Rules, seats: number, files: number, ranks: number, cells: number, start: string, options: Array<string>, players: Array<Seat>, kinds: Array<Kind>, board: Board, };

/** The end of a game. */
export type Ending = {
/** The sentence about the end. */
text: string,
/** Every seat's points of 100. */
points: Array<number>, };

/** A move that kept games have played in a position. */
export type ExploredMove = {
/** The move, as people write it. */
text: string,
/** The move in the game's notation. */
notation: string,
/** The kind of the piece that moves; null where none does. */
kind: number | null,
/** The number of games with it. */
games: number,
/** The mover's points in those of them that have ended, in permille; null if none has. */
points: number | null, };

export type Feature = { kind: string, path: string, seat: number | null, cells: Array<string>, };

/** All of a game. */
export type Game = {
/** Its name. */
game: string,
/** The variant's name. */
variant: string,
/** The choices among the rules. */
options: Choices,
/** The start, if not the variant's own. */
start: string | null,
/** The players. */
players: Array<Player>,
/** The clock. */
clock: ClockRule | null,
/** The tree. */
nodes: Array<TreeNode>,
/** The current node. */
live: number,
/** Whether engines and clocks are paused. */
paused: boolean,
/** Whether the game is played elsewhere and only shown here. */
elsewhere: boolean,
/** The clocks now. */
clocks: Clocks | null, };

/** A game that is kept, in a list. */
export type GameRow = {
/** Its name. */
game: string,
/** The variant's name. */
variant: string,
/** The day on which it began. */
date: string,
/** The number of moves of its line. */
plies: number,
/** For each seat, whether the engine plays it. */
engines: Array<boolean>,
/** The end, in words. */
ending: string | null,
/** Seconds since 1970 when it last changed. */
changed: number, };

/** A kind of piece. */
export type Kind = { letter: string, name: string,
/** The parts of its drawing on a square of 100 units, from the back to the front. Without parts
 * it is a disc with its letter. */
glyph: Array<Stroke>, };

export type Label = { text: string, at: [number, number], height: number, anchor: 'board' | 'below' | 'left', cells: Array<string>, };

/** The last action of a seat. */
export type LastMove = {
/** The seat. */
seat: number,
/** The node after it. */
node: number,
/** The lines along which pieces went, as data of SVG paths. */
ways: Array<string>,
/** The cells that the move names, in its order; none where no move was made. */
cells: Array<number>, };

/** A position with something to find in it. */
export type LessonPosition = {
/** The variant in which it stands. */
variant: string,
/** Its title, in a few words. */
title: string,
/** The position string. */
fen: string,
/** The task. */
task: string,
/** The moves that do it, in the game's notation. */
moves: Array<string>,
/** The answer to one of them. */
then: string, };

/** The lessons of a game. */
export type Lessons = {
/** The positions, in their order. */
positions: Array<LessonPosition>,
/** A game with comments as PGN; empty if there is none. */
game: string, };

/** A line of a search. */
export type Line = {
/** Full plies. */
depth: number,
/** The deepest ply looked at. */
seldepth: number,
/** The score for the mover. */
score: Score,
/** The kind of the score. */
bound: ScoreBound,
/** The moves, as people write them. */
pv: Array<string>,
/** The seat of each of them, and the kind of the piece that moves; null where none does. */
movers: Array<[number, number | null]>,
/** The moves in the game's notation. */
moves: Array<string>,
/** The lines along which the first move goes. */
ways: Array<string>, };

/** A game that a match plays now, in a list. */
export type LiveRow = {
/** Its name, to ask for it. */
name: string,
/** The number of the block, from 0. */
block: number,
/** The number of the game in the block, from 0. */
game: number,
/** The variant's name. */
variant: string,
/** The engines by seat. */
engines: Array<string>,
/** The number of moves so far. */
plies: number,
/** Milliseconds left to every seat after the last move; none where no clock runs. */
clocks: Array<number>, };

/** A legal move. */
export type Move = {
/** In the game's notation. */
text: string,
/** The kind of its action. */
class: MoveClass,
/** The cells that are pointed at one after the other to play it. */
clicks: Array<number>,
/** The cells of the pieces that it takes. */
takes: Array<number>,
/** The kind that the piece becomes. */
promotes?: number, };

/** The kind of action of a legal move. */
export type MoveClass = "move" | "promotion" | "castling" | "swap" | "removal" | "pass";

/** A new game. */
export type NewGame = {
/** The variant's name. */
variant: string,
/** The start, if not the variant's own. */
fen?: string,
/** Moves that have been played. */
moves?: Array<string>,
/** The choices among the rules. */
options?: Choices,
/** The players; people if left out. */
players?: Array<Player>,
/** The clock, if there is to be one. */
clock?: ClockRule,
/** Whether it is a lesson, which is not kept. */
lesson?: boolean, };

/** The kind of a stroke in a drawing. */
export type Part = "body" | "line" | "spot";

/** The player of a seat. */
export type Player = { "by": "human",
/** The name, if there is one. */
name?: string | null, } | { "by": "engine",
/** Its strength in Elo; `None` for full strength. */
elo: number | null,
/** The milliseconds for a move, where there is no clock. */
time: number, };

/** A position as the page shows it: all that it has to know of the rules. */
export type Position = {
/** Its node in the tree. */
node: number,
/** The position string. */
fen: string,
/** The seat to move. */
turn: number,
/** The pieces. */
pieces: Array<[number, number, number]>,
/** The seats that still play. */
alive: Array<boolean>,
/** The side of every seat. */
sides: Array<number>,
/** The cells of the kings that an enemy attacks, whoever is to move. */
check: Array<number>,
/** Whether the king has crossed the line of its race, by seat; null for those that run none. */
laps?: Array<boolean | null>,
/** Whether a duty to capture leaves out moves of the side to move. */
bound: boolean,
/** The other facts that decide which moves are legal and when the game ends, in sentences:
 * rights to castle and to capture en passant, plies without progress. */
facts?: Array<string>,
/** The last action of every seat, the latest first. */
last: Array<LastMove>,
/** The legal moves; none once the game is over. */
moves: Array<Move>,
/** Whether there are more moves than the list can hold. */
cut: boolean,
/** The claim by which a seat may end the game, in words. */
claim?: string,
/** That seat. */
claimant?: number,
/** The end of the game. */
ending?: Ending, };

/** The report of a search. */
export type Progress = {
/** The node that is searched. */
node: number,
/** The best lines, the best first. */
lines: Array<Line>,
/** Nodes. */
nodes: number,
/** Nodes a second. */
nps: number,
/** The used part of the transposition table, in permille. */
hashfull: number,
/** Milliseconds. */
time: number,
/** Every seat's expected share of the point, in permille; empty if not known. */
shares: Array<number>,
/** Whether the search has ended. */
done: boolean, };

/** A message of the server. */
export type Reply = { "type": "hello",
/** The version of the protocol. */
version: number,
/** The program. */
engine: string,
/** Whether the server follows a match. */
watches: boolean,
/** Whether the server asks for a token. */
tokens: boolean, } | { "type": "joined",
/** The role. */
role: Role,
/** The game of the seat or the watcher. */
game: string | null,
/** The seat. */
seat: number | null, } | { "type": "invitations",
/** A token for each seat. */
seats: Array<string>,
/** The token of all watchers. */
watchers: string,
/** The address of the page for others, if it is known. */
address: string | null, } | { "type": "presence",
/** The seats. */
seats: Array<SeatPresence>, } | { "type": "created",
/** Its name. */
game: string,
/** The parts of its file that were left out or read leniently, in a sentence. */
note: string | null, } | { "type": "game" } & Game | { "type": "played",
/** The number of the node. */
node: number,
/** The node itself. */
tree_node: TreeNode,
/** The current node of the game. */
live: number,
/** The position there. */
position: Position,
/** The clocks now. */
clocks: Clocks | null, } | { "type": "position",
/** The position. */
position: Position, } | { "type": "continuations",
/** The node. */
node: number,
/** The clicked cells. */
clicks: Array<number>,
/** The possible next cells. */
next: Array<number>,
/** The moves that end here. */
moves: Array<Move>,
/** Whether the lists are incomplete. */
cut: boolean, } | { "type": "explored",
/** The node. */
node: number,
/** The number of games that have gone on from there. */
games: number,
/** The moves, the most frequent first. */
moves: Array<ExploredMove>,
/** The number of kept games that have not been read yet; the next request goes on. */
unread: number, } | { "type": "reach",
/** The node. */
node: number,
/** The cell. */
cell: number,
/** The steps. */
steps: Array<Step>, } | { "type": "attackers",
/** The node. */
node: number,
/** The cell. */
cell: number,
/** The cells of the pieces. */
from: Array<number>, } | { "type": "why",
/** The node. */
node: number,
/** The text. */
text: string,
/** The reason; `None` if the move is legal. */
why: string | null, } | { "type": "preview",
/** The node. */
node: number,
/** The moves. */
moves: Array<string>,
/** The position. */
position: Position, } | { "type": "offers",
/** Whether each agrees; empty if nobody does. */
seats: Array<boolean>, } | { "type": "aborted" } | { "type": "phrase",
/** The seat; `None` for the host. */
seat: number | null,
/** The number of the phrase. */
phrase: number, } | { "type": "arranged",
/** The number of the request. */
number: number,
/** The position. */
position: Position, } | { "type": "thinking",
/** The seat. */
seat: number,
/** The report. */
progress: Progress, } | { "type": "analysis",
/** The report. */
progress: Progress, } | { "type": "verdict",
/** The node. */
node: number,
/** The verdict. */
verdict: Verdict, } | { "type": "pgn",
/** The PGN. */
pgn: string, } | { "type": "games",
/** The latest first. */
games: Array<GameRow>, } | { "type": "watch",
/** The engines and their results, in a line. */
title: string,
/** The number of games. */
total: number,
/** The last ones, the latest first. */
games: Array<WatchRow>,
/** The current games. */
live: Array<LiveRow>,
/** Whether the match is running. */
runs: boolean, } | { "type": "error",
/** The reason, in words. */
message: string,
/** The number of the request, if it has one. */
number?: number, };

/** A request of the page. */
export type Request = { "type": "join",
/** The token. */
token: string, } | { "type": "invite" } | { "type": "hand",
/** The seat. */
seat: number, } | { "type": "take",
/** The seat. */
seat: number, } | { "type": "new" } & NewGame | { "type": "import",
/** The PGN. */
pgn: string,
/** The variant where no tag names one. */
variant: string, } | { "type": "open",
/** Its name. */
game: string, } | { "type": "games" } | { "type": "delete",
/** Its name. */
game: string, } | { "type": "look",
/** The node. */
node: number, } | { "type": "continuations",
/** The node. */
node: number,
/** The cells. */
clicks: Array<number>, } | { "type": "reach",
/** The node. */
node: number,
/** The cell. */
cell: number, } | { "type": "attackers",
/** The node. */
node: number,
/** The cell. */
cell: number, } | { "type": "why",
/** The node. */
node: number,
/** The text. */
text: string, } | { "type": "play",
/** The node. */
node: number,
/** The move. */
text: string, } | { "type": "line",
/** The node. */
node: number,
/** The moves. */
moves: Array<string>, } | { "type": "preview",
/** The node. */
node: number,
/** The moves. */
moves: Array<string>, } | { "type": "explore",
/** The node. */
node: number, } | { "type": "draw",
/** The seat. */
seat: number,
/** Whether it agrees; otherwise the offer ends. */
agrees: boolean, } | { "type": "abort" } | { "type": "say",
/** The number of the phrase. */
phrase: number, } | { "type": "arrange",
/** The variant's name. */
variant: string,
/** The position string; the start if left out. */
fen?: string,
/** The number of the request, which the answer has too. */
number?: number,
/** The pieces in place of its own: cell, number of the kind, seat. */
pieces?: Array<[number, number, number]>,
/** The seat to move with these pieces. */
turn?: number, } | { "type": "claim" } | { "type": "resign",
/** The seat. */
seat: number, } | { "type": "live",
/** The node. */
node: number, } | { "type": "players",
/** The players. */
players: Array<Player>, } | { "type": "pause",
/** Whether to pause. */
on: boolean, } | { "type": "hurry" } | { "type": "prune",
/** The node. */
node: number, } | { "type": "promote",
/** The node. */
node: number, } | { "type": "comment",
/** The node. */
node: number,
/** The comment. */
text: string, } | { "type": "analyse",
/** The node. */
node: number,
/** The number of best lines. */
lines: number,
/** Milliseconds; until stopped if left out. */
time?: number, } | { "type": "stop" } | { "type": "export" } | { "type": "export-all" } | { "type": "watch" } | { "type": "watch-game",
/** Its number in the record, from 0. */
number: number, } | { "type": "watch-live",
/** Its name in the list. */
name: string, };

/** The name of a role in messages. */
export type Role = "owner" | "seat" | "watcher" | "nobody";

/** The rules for people. */
export type Rules = { page: string, summary: string, };

/** A score of a search, for the mover. */
export type Score = { "cp": number } | { "mate": number };

/** The kind of a score. */
export type ScoreBound = "exact" | "lower" | "upper";

/** A seat. */
export type Seat = { letter: string, name: string, colour: string,
/** The number of its side, which team mates share. */
side: number,
/** The degrees by which the board turns counter-clockwise for it. */
turn: number, };

/** The presence of the player of a seat. */
export type SeatPresence = {
/** Whether a page shows the game to the player. */
here: boolean,
/** Milliseconds since a page did. */
away: number, };

/** A step that a piece makes by its nature. */
export type Step = {
/** The cells that it goes by, from where the piece stands. */
clicks: Array<number>,
/** The cells of the pieces that it takes. */
takes: Array<number>,
/** The lines along which the piece goes, as data of SVG paths. */
ways: Array<string>,
/** Whether the piece is the mover's and the step is not legal. */
hindered: boolean, };

/** A part of a drawing. */
export type Stroke = { part: Part, path: string, };

export type Tile = { name: string, path: string, centre: [number, number], room: number, shade: 'light' | 'middle' | 'dark' | 'plain', fill: string, };

/** A position of the tree, and how it came about. */
export type TreeNode = {
/** The node before; its own number at the root. */
parent: number,
/** The move that leads here in the notation for people; empty at the root. */
text: string,
/** The move in the game's notation; nothing at the root, and where no move was made. */
notation: string,
/** The seat that has acted; 0 at the root. */
seat: number,
/** The number of the full move that it belongs to. */
number: number,
/** The kind of the piece that has moved, as it was before; nothing where none has. */
kind: number | null,
/** Whether the move captures. */
takes: boolean,
/** The lines along which pieces went. */
ways: Array<string>,
/** The comment on it. */
comment: string,
/** The glyphs of the move, which pages see as the signs that people write. */
signs: string,
/** The verdict of a search on the position. */
verdict: Verdict | null,
/** The milliseconds left to every seat after it, where there are clocks. */
clocks: Array<number> | null,
/** The nodes after it, the main line first. */
children: Array<number>, };

/** A game of the gallery. */
export type VariantRow = { name: string, title: string, seats: number, cells: number, summary: string, start: string, };

/** The verdict of a search on a position. */
export type Verdict = {
/** The depth of the search. */
depth: number,
/** Centipawns for the mover, if it is no mate. */
cp: number | null,
/** Moves to mate, negative if the mover is mated. */
mate: number | null,
/** Every seat's expected share of the point, in permille. */
shares: Array<number>, };

/** A game of a match, in a list. */
export type WatchRow = {
/** Its number in the record. */
number: number,
/** The variant's name. */
variant: string,
/** The engines by seat. */
engines: Array<string>,
/** Every seat's points of 100. */
points: Array<number>,
/** The end, in a word or two. */
end: string,
/** The number of moves. */
plies: number, };
