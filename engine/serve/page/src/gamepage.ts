// A game: the board, the players, the moves, the analysis. The server knows the rules and where the
// game stands; the page knows which position is looked at.

import { Analysis } from "./analysis";
import { Board, type Arrow } from "./board";
import { Controls } from "./controls";
import { announce, h, memory, notice } from "./dom";
import { Ending } from "./ending";
import { Graph } from "./graph";
import { Hands } from "./input";
import { legend } from "./legend";
import { MoveList } from "./movelist";
import type { Server } from "./net";
import { lost } from "./material";
import { Note } from "./note";
import { PieceList } from "./piecelist";
import { choose } from "./picker";
import { Premoves } from "./premoves";
import { Reviewer } from "./reviewer";
import { RulesPanel } from "./rulespanel";
import { stroke, type Scribble } from "./scribbles";
import { Seats, ShareBar } from "./seats";
import { Company, mayMove, plays, self, shareDialog } from "./share";
import * as sound from "./sound";
import { StatusText } from "./statustext";
import { TurnSign } from "./turnsign";
import type { Clocks, Description, Game, Move, Position, Progress, Reply, TreeNode } from "./types";
import { number, score, shares, spoken } from "./words";

/** How far a wheel turns for a step through the moves, in pixels. */
const WHEEL = 50;
/** Milliseconds for a hint. */
const HINT = 1000;

export class GamePage {
  readonly element: HTMLElement;
  private readonly board: Board;
  private readonly statusText: StatusText;
  private readonly hands: Hands;
  private readonly seats: Seats;
  private readonly bar: ShareBar;
  private readonly company: Company;
  private readonly list: MoveList;
  private readonly pieceList: PieceList;
  private readonly ending: Ending;
  private readonly graph: Graph;
  private readonly analysis = new Analysis();
  private readonly controls: Controls;
  private readonly frame = h("div", { class: "frame" });
  private readonly status = h("p", { class: "status" });
  /** What decides beside the pieces. */
  private readonly facts = h("p", { class: "facts" });
  private readonly note = new Note(
    (node, text) => this.server.send({ type: "comment", node, text }),
    () => this.showNote(),
  );
  private positions = new Map<number, Position>();
  private view = 0;
  private seat = 0;
  private clocks: Clocks | null = null;
  /** What the engine that is to move has found last. */
  private thinking: Progress | null = null;
  /** The move that was asked for here and is not there yet. */
  private asked: { node: number; text: string } | null = null;
  /** Whether the server analyses for this page. */
  private isSearching = false;
  private turned = 0;
  private readonly premoves = new Premoves();
  private readonly reviewer: Reviewer;
  private readonly rules: RulesPanel;
  private readonly sign: TurnSign;
  /** What is drawn on positions, by node. */
  private readonly scribbles = new Map<number, Scribble[]>();
  /** The node for which a hint is searched or shown. */
  private hinted: number | null = null;
  private showsArrows = true;
  /** What is said instead of whose turn it is, until the position is shown anew. */
  private told: { node: number; text: string } | null = null;
  /** Whether the board is turned to whoever is to move, where several people play. */
  private turnsWithPeople = false;
  /** What the board has shown last. */
  private before: Position | null = null;

  constructor(
    private readonly server: Server,
    private readonly description: Description,
    private game: Game,
  ) {
    this.sign = new TurnSign(description.title);
    this.board = new Board(description);
    this.statusText = new StatusText(description, this.board);
    this.hands = new Hands(this.board);
    this.hands.onMoves = (moves) => void this.choose(moves);
    this.hands.onBeginning = (clicks) => this.server.send({ type: "onward", node: this.view, clicks });
    this.board.element.addEventListener("picking", () => this.controls?.finish(this.hands.complete()));
    this.hands.onStuck = (cell) => this.position && this.hint(this.statusText.stuck(this.position, cell));
    this.board.element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.hands.onKeyboard = () => this.describe();
    this.hands.onLook = (cell) => this.server.send({ type: "reach", node: this.view, cell });
    this.hands.onWhy = (from, to) => this.server.send({ type: "why", node: this.view, text: this.board.name(from) + this.board.name(to) });
    this.hands.mayPremove = (seat) => this.mayPremove(seat);
    this.hands.onPremove = (seat, clicks) => this.premove(seat, clicks);
    this.hands.onEscape = () => this.dropPremoves();
    this.hands.onStroke = (scribble) => this.scribble(scribble);
    this.hands.onWipe = () => this.scribble(null);
    this.list = new MoveList(
      description,
      (kind, seat) => this.board.figure(kind, seat),
      (node) => this.look(node),
    );
    this.pieceList = new PieceList(description);
    this.ending = new Ending(description);
    this.ending.onAgain = (wanted) => this.server.send({ type: "new", ...wanted });
    this.ending.onReview = () => this.review();
    const figure = (kind: number, seat: number) => this.board.figure(kind, seat);
    this.reviewer = new Reviewer(
      description,
      (node, time) => this.server.send({ type: "analyse", node, lines: 1, time }),
      () => this.reviewed(),
      (node) => this.look(node),
    );
    this.rules = new RulesPanel(description, figure, (cell) => this.hands.lookAt(cell));
    this.seats = new Seats(description, figure);
    this.seats.onTime = (seat, left) => plays(seat) && this.game.players[seat].by === "human" && this.sign.clock(left);
    this.bar = new ShareBar(description);
    this.company = new Company(server, description, () => this.game);
    this.graph = new Graph(description, (node) => this.look(node));
    this.controls = new Controls(this, description);
    this.analysis.onChange = () => this.analyse();
    this.analysis.onLine = (moves) => this.addLine(moves);
    const human = self.seat ?? game.players.findIndex((player) => player.by === "human");
    this.turnTo(Number(memory.get(`seat.${game.game}`) ?? Math.max(0, human)));
    this.frame.append(this.board.element);
    this.element = h(
      "main",
      { class: "game", "data-game": game.game },
      h(
        "div",
        { class: "boardside" },
        h("div", { class: "barslot" }, this.bar.element),
        this.frame,
        this.pieceList.element,
        this.status,
        this.facts,
        this.controls.moves,
      ),
      h(
        "div",
        { class: "panel" },
        h("h1", {}, description.title),
        this.seats.element,
        this.company.element,
        this.ending.element,
        this.controls.play,
        this.rules.element,
        this.list.element,
        this.controls.steps,
        this.graph.element,
        this.reviewer.element,
        this.analysis.element,
        this.note.element,
        this.controls.more,
        legend(description),
      ),
    );
    this.take(game);
    this.analysis.recall(game.game);
  }

  /** Hears what the server says. */
  hear(reply: Reply): void {
    switch (reply.type) {
      case "game":
        this.take(reply);
        break;
      case "played":
        this.played(reply.node, reply.told, reply.live, reply.position, reply.clocks);
        break;
      case "position":
        this.positions.set(reply.position.node, reply.position);
        if (reply.position.node === this.view) this.show();
        else if (reply.position.node === 0) this.draw();
        break;
      case "onward":
        if (reply.node === this.view) this.hands.more(reply.clicks, reply.next, reply.moves);
        if (reply.cut) notice("There are too many moves to find them all; others can be typed.");
        break;
      case "reach":
        if (reply.node === this.view) this.hands.reached(reply.cell, reply.steps);
        break;
      case "why":
        if (reply.node === this.view && reply.why) this.hint(reply.why);
        break;
      case "thinking":
        this.thinking = reply.progress.done ? null : reply.progress;
        this.showThinking();
        if (this.view === reply.progress.node) this.showShares();
        break;
      case "analysis":
        this.analysed(reply.progress);
        break;
      case "verdict":
        this.game.nodes[reply.node].verdict = reply.verdict;
        this.draw();
        break;
      case "presence":
        this.company.hear(reply.seats);
        break;
      case "invitations":
        shareDialog(this.description, reply.seats, reply.watchers, reply.address);
        break;
      case "pgn":
        this.controls.export(reply.pgn);
        break;
      case "error":
        notice(reply.message);
        announce(reply.message);
        this.asked = null;
        this.hands.cancel();
        break;
    }
  }

  /** Ends what goes on here, when another part of the page is shown. */
  leave(): void {
    this.note.commit();
    this.seats.leave();
    this.sign.leave();
    this.company.leave();
    this.stop();
  }

  /** Keeps what is being written, when the page may be closed. */
  keep(): void {
    this.note.commit();
  }

  /** Ends the analysis, if there is one. */
  private stop(): void {
    if (this.isSearching) this.server.send({ type: "stop" });
    this.isSearching = false;
  }

  /** The position that is looked at. */
  get position(): Position | undefined {
    return this.positions.get(this.view);
  }

  get current(): Game {
    return this.game;
  }

  get viewed(): number {
    return this.view;
  }

  send(request: Parameters<Server["send"]>[0]): void {
    this.server.send(request);
  }

  /** Takes the whole game in. */
  private take(game: Game): void {
    const isSame = this.game.game === game.game && this.positions.size > 0;
    const wasLive = this.view === this.game.live;
    this.game = game;
    this.clocks = game.clocks;
    this.thinking = null;
    this.list.write(game.nodes, game.live);
    // The start is needed to know what has been taken.
    if (!isSame && game.live !== 0) this.server.send({ type: "look", node: 0 });
    const isThere = isSame && this.view < game.nodes.length && this.reaches(this.view);
    // Who looks where the game stands goes on with it.
    this.look(isThere && !wasLive ? this.view : game.live);
  }

  private reaches(node: number): boolean {
    for (let at = node; at !== 0; at = this.game.nodes[at].parent) {
      if (!this.game.nodes[this.game.nodes[at].parent].children.includes(at)) return false;
    }
    return true;
  }

  private played(node: number, told: TreeNode, live: number, position: Position, clocks: Clocks | null): void {
    const { nodes } = this.game;
    const before = this.game.live;
    const isNew = node >= nodes.length;
    nodes[node] = told;
    const parent = nodes[told.parent];
    if (node !== 0 && !parent.children.includes(node)) parent.children.push(node);
    this.game.live = live;
    this.clocks = clocks;
    this.positions.set(node, position);
    if (!isNew || !this.list.append(nodes, node)) this.list.write(nodes, live);
    // The page goes where the game goes if it was with it, and where it has asked to go itself.
    const isWithGame = this.view === before && live === node;
    if (this.isAsked(told) || isWithGame) {
      this.view = node;
      const takes = position.pieces.length < (this.positions.get(told.parent)?.pieces.length ?? 0);
      sound.play(position.ending ? "end" : takes ? "take" : "move");
      const who = this.description.players[told.seat].name;
      announce(`${who}: ${told.text}. ${this.statusText.of(position)}`);
      this.show();
      this.analyse();
    } else if (this.view === node) {
      this.show();
    } else {
      this.draw();
    }
  }

  /** Whether a move is the one that was asked for here. */
  private isAsked(told: TreeNode): boolean {
    const { asked } = this;
    if (asked?.node !== told.parent || this.view !== told.parent) return false;
    const isWritten = this.positions.get(asked.node)?.moves.some((move) => move.text === asked.text);
    if (isWritten && asked.text !== told.notation) return false;
    this.asked = null;
    return true;
  }

  /** Looks at a node. */
  look(node: number): void {
    this.view = node;
    if (this.positions.has(node)) this.show();
    else this.server.send({ type: "look", node });
    this.list.mark(this.game.nodes, node, this.game.live);
    this.analyse();
  }

  /** Looks at another node of the line: so many back or on, or its ends. */
  step(by: number | "start" | "end"): void {
    const line = this.line();
    const at = line.indexOf(this.view);
    const to = by === "start" ? 0 : by === "end" ? line.length - 1 : Math.min(Math.max(at + by, 0), line.length - 1);
    if (line[to] !== this.view) this.look(line[to]);
  }

  /** Steps through the moves as the wheel turns. */
  private wheel(event: WheelEvent): void {
    if (event.ctrlKey || this.game.nodes.length < 2) return;
    event.preventDefault();
    this.turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * WHEEL;
    if (Math.abs(this.turned) < WHEEL) return;
    this.step(Math.sign(this.turned));
    this.turned = 0;
  }

  /** The line that is looked at: to the node, and on along its main moves. */
  private line(): number[] {
    const line = [];
    for (let at = this.view; at !== 0; at = this.game.nodes[at].parent) line.unshift(at);
    line.unshift(0);
    for (let next = this.game.nodes[this.view].children[0]; next !== undefined; next = this.game.nodes[next].children[0]) line.push(next);
    return line;
  }

  private show(): void {
    const { position } = this;
    if (!position) return;
    this.told = null;
    this.turnToMover(position);
    this.board.show(position, this.waysTo(position));
    this.before = position;
    this.hands.take(position, this.mayMove(position));
    this.board.scribble(this.scribbles.get(this.view) ?? []);
    this.pieceList.show(position);
    this.rules.show(position);
    this.showNote();
    this.draw();
    if (this.view === this.game.live) this.playPremove(position);
  }

  /** The ways along which pieces go from what was shown to a position, a move on or back. */
  private waysTo(position: Position): string[] {
    const { before, game } = this;
    if (!before || before.node === position.node) return [];
    if (game.nodes[position.node].parent === before.node) return game.nodes[position.node].ways;
    return [];
  }

  /** Whether a seat may give moves before its turn: its person is here, and the mover is not. */
  private mayPremove(seat: number): boolean {
    const { position, game } = this;
    if (!position || position.ending || this.view !== game.live || game.paused || game.elsewhere) return false;
    const isAway = game.players[position.turn].by === "engine" || !plays(position.turn);
    return position.turn !== seat && plays(seat) && game.players[seat]?.by === "human" && isAway;
  }

  private premove(seat: number, clicks: number[]): void {
    this.premoves.add({ seat, clicks });
    this.showPremoves();
    const names = clicks.map((cell) => this.board.name(cell)).join(" ");
    announce(`premove ${names}`);
  }

  private showPremoves(): void {
    const { waiting } = this.premoves;
    this.hands.showPremoves(waiting.map(({ clicks }) => clicks));
    this.controls.showPremoves(waiting.length);
  }

  dropPremoves(): void {
    if (this.premoves.waiting.length === 0) return;
    this.premoves.clear();
    this.showPremoves();
  }

  /** Plays the move that was given for this turn, if one was. */
  private playPremove(position: Position): void {
    if (position.ending) this.dropPremoves();
    if (position.ending || this.game.players[position.turn].by !== "human") return;
    const meant = this.premoves.next(position);
    if (!meant) return;
    this.showPremoves();
    if (meant.length > 0) void this.choose(meant);
    else notice("The premove is not legal any more.");
  }

  /** Draws an arrow or a circle on the position, or wipes all off. */
  private scribble(scribble: Scribble | null): void {
    const before = this.scribbles.get(this.view) ?? [];
    if (!scribble && before.length === 0) return;
    const after = scribble ? stroke(before, scribble) : [];
    this.scribbles.set(this.view, after);
    this.board.scribble(after);
  }

  /** Turns the board to the person who is to move, where that is wanted. */
  private turnToMover(position: Position): void {
    const isPerson = this.game.players[position.turn].by === "human";
    if (this.turnsWithPeople && isPerson && position.turn !== this.seat) this.turnTo(position.turn);
  }

  /** Lets the board turn to whoever is to move; whether it does. */
  toggleTurning(): boolean {
    this.turnsWithPeople = !this.turnsWithPeople;
    this.show();
    return this.turnsWithPeople;
  }

  /** Opens or closes the rules beside the board; whether they are open. */
  toggleRules(): boolean {
    return this.rules.toggle();
  }

  private showNote(): void {
    this.note.show(this.view, this.named(this.view), this.game.nodes[this.view].comment);
  }

  /** A move with its number, or the start. */
  private named(node: number): string {
    const told = this.game.nodes[node];
    return node === 0 ? "the start" : `${number(told)} ${told.text}`;
  }

  /** Who thinks: the engine that is to move where the game stands. */
  get thinker(): number | null {
    const { live, players, paused, elsewhere } = this.game;
    const position = this.positions.get(live);
    if (!position || position.ending || paused || elsewhere) return null;
    return players[position.turn].by === "engine" ? position.turn : null;
  }

  private showThinking(): void {
    const { thinking, thinker } = this;
    const isNews = thinking?.node === this.game.live;
    this.seats.think(thinker === null ? null : { seat: thinker, depth: (isNews && thinking?.lines[0]?.depth) || 0, time: isNews ? (thinking?.time ?? 0) : 0 });
  }

  /** Whether what is looked at lies beside the line of the game. */
  private get isAside(): boolean {
    let at = this.game.live;
    while (at !== this.view && at !== 0) at = this.game.nodes[at].parent;
    return at !== this.view;
  }

  /** Whether a person may move here: at its own turn in the game, and everywhere beside it. */
  private mayMove(position: Position): boolean {
    if (!mayMove(position.turn, this.view === this.game.live)) return false;
    const ofEngine = this.game.players[position.turn].by === "engine";
    return !(this.view === this.game.live && ofEngine && !this.game.paused);
  }

  private draw(): void {
    const { position } = this;
    if (!position) return;
    this.list.mark(this.game.nodes, this.view, this.game.live);
    this.graph.draw(this.game.nodes, this.line(), this.view);
    const start = this.positions.get(0);
    this.seats.show(this.game, position, this.clocks, start ? lost(start.pieces, position.pieces, this.description.seats) : []);
    this.showSign();
    this.showReview();
    this.showThinking();
    this.controls.show(position, this.mayMove(position), this.isAside);
    this.ending.show(this.game, position);
    this.facts.textContent = (position.facts ?? []).join(" ");
    const { told } = this;
    this.status.textContent = told?.node === this.view ? told.text : (this.isAside ? `Side line; the game stands at ${this.named(this.game.live)}. ` : "") + this.statusText.of(position);
    this.showShares();
    this.showArrows();
  }

  /** Says something where the turn is told, until something happens. */
  private hint(text: string): void {
    this.told = { node: this.view, text };
    this.status.textContent = text;
    announce(text);
  }

  /** Tells screen readers what the board shows, when they come to it. */
  private describe(): void {
    if (this.position) announce(`Board of ${this.description.title}. ${this.statusText.of(this.position)} Arrow keys go from cell to cell.`);
  }

  private showShares(): void {
    const { position } = this;
    if (!position) return;
    const live = this.thinking?.node === this.view ? this.thinking.shares : [];
    const own = this.analysis.progress?.node === this.view ? this.analysis.progress.shares : [];
    const verdict = this.lastShares(position.turn);
    const ended = position.ending ? position.ending.points.map((points) => points * 10) : [];
    const shown = [ended, own, live, verdict].find((found) => found.length > 0) ?? [];
    this.bar.show(shown);
    this.seats.shares(shown);
  }

  /** What was said of the position, or else of one of the last before it. */
  private lastShares(turn: number): number[] {
    const { nodes } = this.game;
    let [at, mover] = [this.view, turn];
    for (let back = 0; back <= this.description.seats; back += 1) {
      const found = shares(nodes[at].verdict, mover, this.description.seats);
      if (found.length > 0 || at === 0) return found;
      [at, mover] = [nodes[at].parent, nodes[at].seat];
    }
    return [];
  }

  private showArrows(): void {
    const { position } = this;
    if (!position) return;
    const last = position.last.map((move, age): Arrow => ({
      ways: move.ways,
      colour: this.description.players[move.seat].colour,
      kind: "last",
      weight: age === 0 ? 0.85 : 0.45,
    }));
    const best = this.analysis.progress?.node === this.view ? this.analysis.arrows() : [];
    this.board.point(this.showsArrows ? [...last.reverse(), ...best] : best);
  }

  toggleArrows(): void {
    this.showsArrows = !this.showsArrows;
    this.showArrows();
  }

  private async choose(moves: Move[]): Promise<void> {
    const { position } = this;
    if (!position) return;
    const move = moves.length === 1 ? moves[0] : await choose(this.description, position, moves);
    if (move) this.play(move.text);
  }

  /** Plays a move in the position that is looked at. */
  play(text: string): void {
    this.asked = { node: this.view, text };
    this.server.send({ type: "play", node: this.view, text });
  }

  /** Lights the cells of a move; none without a move. */
  light(move: Move | null): void {
    this.board.light(move?.clicks ?? []);
  }

  /** What a move is in words. */
  spoken(move: Move): string {
    return this.position ? spoken(this.description, this.position, move) : move.text;
  }

  /** Shows the board from another seat. */
  turnTo(seat: number): void {
    this.seat = seat % this.description.seats;
    memory.set(`seat.${this.game.game}`, String(this.seat));
    this.board.turnTo(this.seat);
    this.showArrows();
    this.hands.cancel();
  }

  turnOn(): void {
    this.turnTo(this.seat + 1);
    announce(`seen by ${this.description.players[this.seat].name}`);
  }

  /** Analyses what is looked at, if that is wanted and no review is under way. */
  private analyse(): void {
    if (self.role !== "owner") return this.showArrows();
    if (this.hinted !== this.view) this.hinted = null;
    if (this.reviewer.isRunning) return;
    const isOver = this.position?.ending !== undefined;
    if (!this.analysis.on || isOver) {
      if (this.analysis.on) this.analysis.clear();
      this.stop();
      this.showArrows();
      return;
    }
    this.analysis.clear();
    this.isSearching = true;
    this.server.send({ type: "analyse", node: this.view, lines: this.analysis.count });
  }

  private analysed(progress: Progress): void {
    if (this.reviewer.hear(progress)) {
      if (progress.done) this.showReview();
      return;
    }
    if (progress.node !== this.view || (!this.analysis.on && this.hinted === null)) return;
    if (this.analysis.on) this.analysis.show(progress);
    else this.analysis.progress = progress;
    if (this.hinted !== null && progress.lines[0] && progress.done) this.hint(`Hint: ${progress.lines[0].pv[0]}, ${score(progress.lines[0].score)}.`);
    this.showShares();
    this.showArrows();
  }

  /** Shows a good move of the position that is looked at. */
  giveHint(): void {
    if (!this.position || this.position.ending || this.reviewer.isRunning) return;
    this.hinted = this.view;
    this.isSearching = true;
    this.hint("Looking for a good move ..");
    this.server.send({ type: "analyse", node: this.view, lines: 1, time: HINT });
  }

  /** Judges the moves of the line that is looked at; a second time ends that. */
  review(): void {
    if (this.reviewer.isRunning) {
      this.reviewer.stop();
      return;
    }
    const line = this.line();
    const last = line[line.length - 1];
    const ended = this.positions.get(last)?.ending !== undefined;
    this.isSearching = true;
    this.reviewer.start(line, ended);
    this.controls.showReviewing(true);
    this.showReview();
  }

  private reviewed(): void {
    this.controls.showReviewing(false);
    this.showReview();
    this.analyse();
  }

  private showReview(): void {
    const over = [...this.positions].flatMap(([node, { ending }]) => (ending ? [[node, ending.points.map((points) => points * 10)] as const] : []));
    this.reviewer.show(this.game.nodes, new Map(over));
    this.list.judge(this.reviewer.marks);
  }

  /** Tells by title, icon and sound whose turn it is. */
  private showSign(): void {
    const { live, players, elsewhere } = this.game;
    const position = this.positions.get(live);
    if (!position) return;
    const people = players.filter((player) => player.by === "human").length;
    const isShared = people < players.length || self.role !== "owner";
    const own = plays(position.turn) && players[position.turn].by === "human" && isShared && !position.ending && !elsewhere;
    const name = this.description.players[position.turn].name;
    this.sign.show(position.ending ? "over" : own ? "your turn" : `${name} to move`, own);
  }

  /** Shows the board so large that its cells can be touched, or whole. */
  zoom(): boolean {
    const isLarge = this.frame.classList.toggle("zoomed");
    // The players' own pieces are at the bottom.
    if (isLarge) this.frame.scrollTo((this.frame.scrollWidth - this.frame.clientWidth) / 2, this.frame.scrollHeight);
    return isLarge;
  }

  toggleAnalysis(): void {
    this.analysis.turn(!this.analysis.on);
  }

  /** Stops while nobody looks, and goes on after. */
  hidden(isHidden: boolean): void {
    this.note.commit();
    if (isHidden) this.stop();
    else if (this.analysis.on) this.analyse();
  }

  /** Plays a line of the analysis into the tree, without leaving the position. */
  private addLine(moves: string[]): void {
    this.server.send({ type: "line", node: this.view, moves });
  }

  /** Takes back to the last turn of a person. */
  takeBack(): void {
    const { nodes, live, players } = this.game;
    let at = live;
    while (at !== 0) {
      const { seat, parent } = nodes[at];
      at = parent;
      if (players[seat].by === "human") break;
    }
    if (at === live) return;
    if (this.view !== live) this.look(at);
    this.server.send({ type: "live", node: at });
  }
}
