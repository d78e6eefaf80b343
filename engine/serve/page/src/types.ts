// What server and page say to each other (docs/serve.md), and the description of a game
// (docs/describe.md), as far as the page reads it.

export type Player = { by: "human"; name?: string | null } | { by: "engine"; elo: number | null; time: number };
export interface ClockRule { base: number; increment: number }
export interface Choices { classic_scoring: boolean; team_king_loss_eliminates: boolean }
export type Score = { cp: number } | { mate: number };

export interface Verdict { depth: number; cp: number | null; mate: number | null; shares: number[] }
export interface TreeNode {
  parent: number;
  text: string;
  /** The move in the game's notation. */
  notation: string;
  seat: number;
  number: number;
  /** The kind of the piece that has moved; nothing where none has. */
  kind: number | null;
  takes: boolean;
  ways: string[];
  comment: string;
  /** Signs behind the move, such as "?!". */
  signs: string;
  verdict: Verdict | null;
  clocks: number[] | null;
  children: number[];
}
export type MoveClass = "move" | "promotion" | "castling" | "swap" | "removal" | "pass";
export interface Move {
  text: string;
  class: MoveClass;
  clicks: number[];
  takes: number[];
  promotes?: number;
  /** A beginning alone: how it goes on has to be asked. */
  begins?: true;
}
/** A step that a piece makes by its nature. */
export interface Step {
  clicks: number[];
  takes: number[];
  ways: string[];
  /** Whether it is the mover's, and something keeps it from being legal. */
  hindered: boolean;
}
export interface LastMove { seat: number; node: number; ways: string[]; cells: number[] }
export interface Ending { text: string; points: number[] }
export interface Position {
  node: number;
  fen: string;
  turn: number;
  /** Cell, number of the kind, seat; nobody's pieces have the seat -1. */
  pieces: [number, number, number][];
  alive: boolean[];
  sides: number[];
  check: number[];
  /** Whether kings have crossed the line of their race, by seat; left out in games without one. */
  laps?: (boolean | null)[];
  /** Whether a duty to capture leaves out moves. */
  bound: boolean;
  /** What the board does not show and yet decides, in sentences. */
  facts?: string[];
  last: LastMove[];
  moves: Move[];
  cut: boolean;
  claim?: string;
  /** The seat that may claim. */
  claimant?: number;
  ending?: Ending;
}
/** Whether a page shows the game for a seat, and for how many milliseconds none has. */
export interface SeatPresence { here: boolean; away: number }
export interface Clocks { left: number[]; running: number | null }
export interface Line {
  depth: number;
  seldepth: number;
  score: Score;
  bound: "exact" | "lower" | "upper";
  pv: string[];
  moves: string[];
  ways: string[];
}
export interface Progress {
  node: number;
  lines: Line[];
  nodes: number;
  nps: number;
  hashfull: number;
  time: number;
  shares: number[];
  done: boolean;
}
export interface GameRow {
  game: string;
  variant: string;
  date: string;
  plies: number;
  engines: boolean[];
  ending: string | null;
  changed: number;
}
export interface WatchRow {
  number: number;
  variant: string;
  engines: string[];
  points: number[];
  end: string;
  plies: number;
}
export interface LiveRow {
  name: string;
  block: number;
  game: number;
  variant: string;
  engines: string[];
  plies: number;
  clocks: number[];
}
export interface Game {
  game: string;
  variant: string;
  options: Choices;
  start: string | null;
  players: Player[];
  clock: ClockRule | null;
  nodes: TreeNode[];
  live: number;
  paused: boolean;
  /** Played in a match, and only followed here. */
  elsewhere: boolean;
  clocks: Clocks | null;
}

export type Reply =
  | { type: "hello"; version: number; engine: string; watches: boolean; tokens: boolean }
  | { type: "joined"; role: "owner" | "seat" | "watcher"; game: string | null; seat: number | null }
  | { type: "invitations"; seats: string[]; watchers: string; address: string | null }
  | { type: "presence"; seats: SeatPresence[] }
  | { type: "created"; game: string }
  | ({ type: "game" } & Game)
  | { type: "played"; node: number; told: TreeNode; live: number; position: Position; clocks: Clocks | null }
  | { type: "position"; position: Position }
  | { type: "onward"; node: number; clicks: number[]; next: number[]; moves: Move[]; cut: boolean }
  | { type: "reach"; node: number; cell: number; steps: Step[] }
  | { type: "why"; node: number; text: string; why: string | null }
  | { type: "thinking"; seat: number; progress: Progress }
  | { type: "analysis"; progress: Progress }
  | { type: "offers"; seats: boolean[] }
  | { type: "aborted" }
  | { type: "said"; seat: number | null; phrase: number }
  | { type: "arranged"; position: Position }
  | { type: "preview"; node: number; moves: string[]; position: Position }
  | { type: "verdict"; node: number; verdict: Verdict }
  | { type: "pgn"; pgn: string }
  | { type: "games"; games: GameRow[] }
  | { type: "watch"; title: string; total: number; games: WatchRow[]; live: LiveRow[]; runs: boolean }
  | { type: "error"; message: string };

export interface NewGame {
  variant: string;
  fen?: string;
  moves?: string[];
  options?: Choices;
  players?: Player[];
  clock?: ClockRule;
  /** Whether it is a position to learn from, which is not kept. */
  lesson?: boolean;
}

/** A position with something to find in it. */
export interface LessonPosition { variant: string; title: string; fen: string; task: string; moves: string[]; then: string }
/** What there is to learn of a game: positions, and a game with comments as PGN. */
export interface Lessons { positions: LessonPosition[]; game: string }

export interface VariantRow {
  name: string;
  title: string;
  seats: number;
  cells: number;
  summary: string;
  start: string;
}
export interface Seat { letter: string; name: string; colour: string; side: number; turn: number }
export interface Kind { letter: string; name: string; glyph: { part: "body" | "line" | "spot"; path: string }[] }
export interface Tile { name: string; path: string; centre: [number, number]; room: number; shade: "light" | "middle" | "dark" }
export interface Feature { kind: string; path: string; cells: string[]; seat: number | null }
export interface Label { text: string; at: [number, number]; height: number; anchor: "board" | "below" | "left"; cells: string[] }
export interface Description {
  name: string;
  title: string;
  rules: { page: string; summary: string };
  seats: number;
  start: string;
  options: string[];
  players: Seat[];
  kinds: Kind[];
  board: {
    view_box: [number, number, number, number];
    outline: string[];
    cells: Tile[];
    features: Feature[];
    labels: Label[];
  };
}
