// A game: the board, the players, the moves, the analysis. The server knows the rules and where the
// game stands; the page knows which position is looked at.

import type { GameActions } from "./actions";
import { BoardSide } from "./boardside";
import { Controls } from "./controls";
import { announce, h, notice } from "./dom";
import { Ending } from "./ending";
import { Explorer } from "./explorer";
import { Frames } from "./frames";
import { GameState } from "./gamestate";
import { Graph } from "./graph";
import { legend } from "./legend";
import { lessonOf, LessonPanel, type Place } from "./lesson";
import { lost } from "./material";
import { MoveList } from "./movelist";
import { lessons, type ReplyOf, type Server } from "./net";
import { Note } from "./note";
import { Offers } from "./offers";
import { Phrases } from "./phrases";
import { RulesPanel } from "./rulespanel";
import { Searches } from "./searches";
import { Seats, ShareBar } from "./seats";
import { Company, plays, self, shareDialog } from "./share";
import * as sound from "./sound";
import { TurnSign } from "./turnsign";
import type { Description, Game, Move, Position, Reply, Request } from "./types";
import { spoken } from "./words";

/** The parts of the page that wait for a frame; each has all that the ones before it have. */
enum Due {
  /** What a search has found. */
  Search,
  /** Lists and buttons. */
  Lists,
  /** The pieces on the board. */
  Pieces,
}

export class GamePage implements GameActions {
  readonly element: HTMLElement;
  private readonly state: GameState;
  private readonly side: BoardSide;
  private readonly seats: Seats;
  private readonly bar: ShareBar;
  private readonly company: Company;
  private readonly list: MoveList;
  private readonly ending: Ending;
  private readonly graph: Graph;
  private readonly searches: Searches;
  private readonly explorer: Explorer;
  private readonly offering: Offers;
  private readonly phrases: Phrases;
  private readonly controls: Controls;
  private readonly rules: RulesPanel;
  private readonly sign: TurnSign;
  private readonly note = new Note(
    (node, text) => this.send({ type: "comment", node, text }),
    () => this.showNote(),
  );
  /** Draws what games that go on by themselves have changed. */
  private readonly frames = new Frames(() => this.catchUp());
  /** The parts that have changed since the last drawing. */
  private due = Due.Search;
  /** The place of a lesson, where the game is one. */
  private readonly lesson = h("div", {});
  private learning: LessonPanel | null = null;

  constructor(
    private readonly server: Server,
    private readonly description: Description,
    game: Game,
  ) {
    const send = (request: Request) => this.send(request);
    const look = (node: number) => this.look(node);
    const state = new GameState(game);
    this.state = state;
    this.sign = new TurnSign(description.title);
    this.bar = new ShareBar(description);
    const figure = (kind: number, seat: number) => this.side.board.figure(kind, seat);
    this.searches = this.searching(send, figure);
    this.offering = new Offers(description, state, send);
    this.phrases = new Phrases(description, send);
    this.controls = new Controls(this, description);
    this.side = this.boardSide();
    this.list = new MoveList(description, figure, look);
    this.ending = new Ending(description);
    this.ending.onAgain = (wanted) => this.send({ type: "new", ...wanted });
    this.ending.onReview = () => this.review();
    this.rules = new RulesPanel(description, figure, (cell) => this.side.lookAt(cell));
    this.seats = new Seats(description, figure);
    this.seats.onTime = (seat, left) => plays(seat) && this.current.players[seat].by === "human" && this.sign.clock(left);
    this.company = new Company(server, description, () => this.current);
    this.explorer = this.exploring(figure);
    this.graph = new Graph(description, look);
    this.element = h("main", { class: "game", "data-game": game.game }, this.side.element, this.panel());
    this.take(game);
    this.searches.analysis.recall(game.game);
    this.explorer.recall(game.game);
    const place = lessonOf(game.game);
    if (place) void this.learn(place);
  }

  private searching(send: (request: Request) => void, figure: (kind: number, seat: number) => SVGElement): Searches {
    const found = () => {
      this.showShares();
      this.side.showArrows();
    };
    const reviewed = (isRunning: boolean) => {
      this.controls.showReviewing(isRunning);
      this.showReview();
    };
    const searches = new Searches(this.description, this.state, send, { found, reviewed, hint: (text) => this.side.hint(text), look: (node) => this.look(node) }, figure);
    searches.analysis.onLine = (moves) => this.send({ type: "line", node: this.state.view, moves });
    searches.analysis.onPreview = (moves) => this.side.preview(moves);
    return searches;
  }

  private exploring(figure: (kind: number, seat: number) => SVGElement): Explorer {
    const reader = {
      ask: (node: number) => this.send({ type: "explore", node }),
      preview: (moves: string[] | null) => this.side.preview(moves),
      play: (move: string) => this.play(move),
      mayPlay: () => this.position !== undefined && this.side.mayMove(this.position),
      isContested: () => this.company.isPlayed && !this.state.standing?.ending,
    };
    return new Explorer(this.description, figure, reader);
  }

  private boardSide(): BoardSide {
    const { controls } = this;
    const listener = {
      send: (request: Request) => this.send(request),
      play: (text: string) => this.play(text),
      step: (by: number) => this.step(by),
      premoved: (count: number) => controls.showPremoves(count),
      completed: (moves: Move[]) => controls.finish(moves),
      enlarged: (isLarge: boolean) => controls.showZoom(isLarge),
      best: () => this.searches.arrows(),
    };
    return new BoardSide(this.description, this.state, listener, h("div", { class: "barslot" }, this.bar.element), () => controls.moves);
  }

  private panel(): HTMLElement {
    return h(
      "div",
      { class: "panel" },
      h("h1", {}, this.description.title),
      this.seats.element,
      this.company.element,
      this.ending.element,
      this.offering.element,
      this.controls.play,
      self.guarded && this.phrases.element,
      this.lesson,
      this.rules.element,
      this.list.element,
      this.controls.steps,
      this.graph.element,
      this.searches.reviewer.element,
      this.searches.analysis.element,
      this.explorer.element,
      this.note.element,
      this.controls.more,
      legend(this.description),
    );
  }

  /** Shows the task in the position of a lesson. */
  private async learn(place: Place): Promise<void> {
    const back = () => {
      this.look(0);
      this.send({ type: "live", node: 0 });
    };
    this.learning = new LessonPanel(await lessons(place.name), place, back);
    this.lesson.replaceChildren(this.learning.element);
  }

  /** Takes a message of the server. */
  hear(reply: Reply): void {
    const { state, side } = this;
    switch (reply.type) {
      case "game":
        this.take(reply);
        break;
      case "played":
        this.played(reply);
        break;
      case "position":
        state.positions.set(reply.position.node, reply.position);
        if (reply.position.node === state.view) this.show();
        else if (reply.position.node === 0) this.draw();
        break;
      case "continuations":
        if (reply.node === state.view) side.hear(reply);
        if (reply.cut) notice("There are too many moves to find them all; others can be typed.");
        break;
      case "attackers":
      case "reach":
        if (reply.node === state.view) side.hear(reply);
        break;
      case "why":
        if (reply.node === state.view && reply.why) side.hint(reply.why);
        break;
      case "preview":
        if (reply.node === state.view) side.showAhead(reply.moves, reply.position);
        break;
      case "error":
        notice(reply.message);
        announce(reply.message);
        state.forget();
        side.cancel();
        break;
      default:
        this.hearBeside(reply);
    }
  }

  /** Hears of searches, of others, and of the game as a file. */
  private hearBeside(reply: Reply): void {
    const { state } = this;
    switch (reply.type) {
      case "thinking":
        state.thinking = reply.progress.done ? null : reply.progress;
        this.await(Due.Search);
        break;
      case "analysis":
        this.searches.hear(reply.progress);
        break;
      case "verdict":
        state.game.nodes[reply.node].verdict = reply.verdict;
        this.await(Due.Lists);
        break;
      case "presence":
        this.company.hear(reply.seats);
        break;
      case "invitations":
        shareDialog(this.description, reply.seats, reply.watchers, reply.address);
        break;
      case "offers":
        this.offering.hear(reply.seats);
        break;
      case "phrase":
        this.phrases.hear(reply.seat, reply.phrase);
        break;
      case "explored":
        this.explorer.hear(reply);
        break;
      case "pgn":
        this.controls.export(reply.pgn);
        break;
    }
  }

  /** Ends all activity here, when another part of the page is shown. */
  leave(): void {
    this.frames.stop();
    this.note.commit();
    this.seats.leave();
    this.sign.leave();
    this.company.leave();
    this.explorer.leave();
    this.searches.stop();
  }

  /** Saves the comment that is being written, when the page may be closed. */
  keep(): void {
    this.note.commit();
  }

  /** Stops while nobody looks, and goes on after. */
  hidden(isHidden: boolean): void {
    this.note.commit();
    this.frames.flush();
    this.searches.hidden(isHidden);
  }

  get position(): Position | undefined {
    return this.state.position;
  }

  get current(): Game {
    return this.state.game;
  }

  get viewed(): number {
    return this.state.view;
  }

  get offers(): HTMLButtonElement[] {
    return [this.offering.offer, this.offering.abort];
  }

  get thinker(): number | null {
    return this.state.thinker;
  }

  send(request: Request): void {
    this.server.send(request);
  }

  /** Takes the whole game in. */
  private take(game: Game): void {
    const isFirst = this.state.positions.size === 0;
    const to = this.state.take(game);
    this.list.write(game.nodes, game.live);
    // The list of captured pieces needs the start.
    if (isFirst && game.live !== 0) this.send({ type: "look", node: 0 });
    this.look(to);
  }

  private played(reply: ReplyOf<"played">): void {
    const { state } = this;
    const { node, tree_node: entry, live, position } = reply;
    if (entry.parent === 0 && node !== 0) this.learning?.hear(entry.notation);
    const { goes, isNew } = state.played(reply);
    if (!isNew || !this.list.append(state.game.nodes, node)) this.list.write(state.game.nodes, live);
    this.explorer.changed();
    if (goes) {
      const takes = position.pieces.length < (state.positions.get(entry.parent)?.pieces.length ?? 0);
      sound.play(position.ending ? "end" : takes ? "take" : "move");
      const who = this.description.players[entry.seat].name;
      announce(`${who}: ${entry.text}. ${this.side.statusText.of(position)}`);
    }
    this.await(goes || state.view === node ? Due.Pieces : Due.Lists);
  }

  /** Draws some parts with the next frame. */
  private await(due: Due): void {
    this.due = Math.max(this.due, due);
    this.frames.request();
  }

  /** Draws what has changed since the last drawing. */
  private catchUp(): void {
    const { due } = this;
    this.due = Due.Search;
    if (due === Due.Pieces) {
      this.show();
      this.searches.follow();
    } else if (due === Due.Lists) {
      this.draw();
    } else {
      this.showThinking();
      this.showShares();
    }
  }

  /** Looks at a node. */
  look(node: number): void {
    const { state } = this;
    state.view = node;
    if (state.positions.has(node)) this.show();
    else this.send({ type: "look", node });
    this.list.mark(state.game.nodes, node, state.game.live);
    this.searches.follow();
  }

  step(by: number | "start" | "end"): void {
    const to = this.state.stepped(by);
    if (to !== this.state.view) this.look(to);
  }

  private show(): void {
    const { position, isLive } = this.state;
    if (!position) return;
    this.side.show(position);
    this.rules.show(position);
    this.showNote();
    this.draw();
    this.explorer.show(this.state.view, position);
    if (isLive) this.side.playPremove(position);
  }

  /** Shows all changes except those of the pieces on the board. */
  private draw(): void {
    const { state, description } = this;
    const { position, game, view } = state;
    if (!position) return;
    this.list.mark(game.nodes, view, game.live);
    this.graph.draw(game.nodes, state.line(), view);
    const start = state.positions.get(0);
    this.seats.show(game, position, state.clocks, start ? lost(start.pieces, position.pieces, description.seats) : []);
    this.showSign();
    this.showReview();
    this.showThinking();
    this.controls.show(position, this.side.mayMove(position), state.isAside);
    this.ending.show(game, position);
    this.offering.show();
    this.side.write(position);
    this.showShares();
    this.side.showArrows();
  }

  private showNote(): void {
    const { view, game } = this.state;
    this.note.show(view, this.state.named(view), game.nodes[view].comment);
  }

  private showThinking(): void {
    const { thinking, thinker } = this.state;
    const isNews = thinking?.node === this.current.live;
    this.seats.think(thinker === null ? null : { seat: thinker, depth: (isNews && thinking?.lines[0]?.depth) || 0, time: isNews ? (thinking?.time ?? 0) : 0 });
  }

  private showShares(): void {
    const { position, thinking, view } = this.state;
    if (!position) return;
    const live = thinking?.node === view ? thinking.shares : [];
    const verdict = this.state.lastShares(position.turn, this.description.seats);
    const ended = position.ending ? position.ending.points.map((points) => points * 10) : [];
    const shown = [ended, this.searches.shares(), live, verdict].find((found) => found.length > 0) ?? [];
    this.bar.show(shown);
    this.seats.shares(shown);
  }

  private showReview(): void {
    const { reviewer } = this.searches;
    reviewer.show(this.current.nodes, this.state.endings());
    this.list.judge(reviewer.marks);
  }

  /** Tells by title, icon and sound whose turn it is. */
  private showSign(): void {
    const { players, elsewhere } = this.current;
    const position = this.state.standing;
    if (!position) return;
    const people = players.filter((player) => player.by === "human").length;
    const isShared = people < players.length || self.role !== "owner";
    const own = plays(position.turn) && players[position.turn].by === "human" && isShared && !position.ending && !elsewhere;
    const name = this.description.players[position.turn].name;
    this.sign.show(position.ending ? "over" : own ? "your turn" : `${name} to move`, own);
  }

  play(text: string): void {
    this.state.ask(text);
    this.send({ type: "play", node: this.state.view, text });
  }

  light(move: Move | null): void {
    this.side.board.light(move?.clicks ?? []);
  }

  spoken(move: Move): string {
    return this.position ? spoken(this.description, this.position, move) : move.text;
  }

  turnOn(): void {
    this.side.turnOn();
  }

  toggleTurning(): boolean {
    const turns = this.side.toggleTurning();
    this.show();
    return turns;
  }

  toggleRules(): boolean {
    return this.rules.toggle();
  }

  toggleArrows(): void {
    this.side.toggleArrows();
  }

  toggleAnalysis(): void {
    this.searches.analysis.turn(!this.searches.analysis.on);
  }

  giveHint(): void {
    this.searches.giveHint();
  }

  review(): void {
    this.searches.review();
  }

  dropPremoves(): void {
    this.side.premoving.drop();
  }

  zoom(): boolean {
    return this.side.zoom();
  }

  takeBack(): void {
    const { before, game, isLive } = this.state;
    if (before === game.live) return;
    if (!isLive) this.look(before);
    this.send({ type: "live", node: before });
  }
}
