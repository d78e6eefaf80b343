// The page: the part that it shows, by the address, and the messages of the server.

import { address } from "./address";
import { appearance } from "./appearance";
import { showText } from "./dialogs";
import { announce, h, hideNotice, notice } from "./dom";
import { EditorPage } from "./editor";
import { galleryPage } from "./gallery";
import { GamePage } from "./gamepage";
import { rememberLesson, type Place } from "./lesson";
import { describe, lessons, Refusal, Server, variants, VERSION } from "./net";
import { setupPage } from "./setup";
import { closedDoor, join, joined, remember, self } from "./share";
import type { StartPicture } from "./startpicture";
import type { Game, GameRow, Reply } from "./types";
import { WatchPage } from "./watchpage";

const server = new Server();
const root = h("div", { id: "root" });
const state = h("span", { class: "connection", role: "status" });

let watches = false;
let game: GamePage | null = null;
let watching: WatchPage | null = null;
let editing: EditorPage | null = null;
/** The board of a game that is being set up. */
let starting: StartPicture | null = null;
/** The lesson for which a game is made. */
let learning: Place | null = null;
let games: ((rows: GameRow[]) => void) | null = null;
/** The name of the game that is to be shown. */
let wanted = "";
/** The messages about that game before it could be shown. */
let early: Reply[] | null = null;
/** Whether the page could not show the place of the address, as the server did not answer. */
let missed = false;
/** Whether the greeting of the server has come. */
let isGreeted = false;

/** A message about the place to which the page goes. */
let news = "";

/** How far the parts of the page were scrolled when they were left, by their addresses. */
const scrolled = new Map<string, number>();
/** The address that is shown, and whether the user has gone back to it. */
let [shown, isBack] = [location.hash, false];

/** Shows a part of the page from its top, or as it was left by a user who goes back to it. */
function place(element: HTMLElement): void {
  root.replaceChildren(element);
  window.scrollTo(0, (isBack && scrolled.get(location.hash)) || 0);
}

/** Remembers the part of the page that is left, and how the next one is reached. */
function leave(): void {
  scrolled.set(shown, window.scrollY);
  [shown, isBack] = [location.hash, history.state !== null];
  history.replaceState({ isSeen: true }, "");
}

/** Shows a message, and reads it out. */
function tell(text: string): void {
  notice(text);
  announce(text);
}

function show(element: HTMLElement, title: string): void {
  place(element);
  document.title = title ? `${title} – Rotunda` : "Rotunda";
}

function clear(): void {
  watching?.leave();
  game?.leave();
  editing?.leave();
  starting?.leave();
  [game, watching, editing, starting, learning, games, wanted, early] = [null, null, null, null, null, null, "", null];
}

/** Shows the token of this tab to a server that asks for one. */
function knock(): void {
  if (self.guarded && !join(server)) show(closedDoor(), "");
  else if (!self.guarded) void attempt(route());
}

/** Shows the place that the address names. */
async function route(): Promise<void> {
  const { part, name, rest } = address(location.hash);
  clear();
  missed = false;
  if (part === "join") {
    // The token leaves the address at once, so that it is in no history.
    remember(name);
    history.replaceState(null, "", "#/");
    if (isGreeted) knock();
    return;
  }
  if (!isGreeted) return;
  if (self.guarded && self.role === "nobody") return;
  if (self.game && name !== self.game) {
    location.replace(`#/game/${self.game}`);
    return;
  }
  const here = location.hash;
  switch (part) {
    case "new": {
      const description = await describe(name);
      const texts = await lessons(name);
      if (location.hash !== here) return;
      const setup = setupPage(server, description, texts, rest);
      starting = setup.picture;
      show(setup.element, description.title);
      break;
    }
    case "edit": {
      const description = await describe(name);
      if (location.hash !== here) return;
      editing = new EditorPage(server, description, rest);
      show(editing.element, `${description.title}: a position`);
      break;
    }
    case "learn": {
      const { positions } = await lessons(name);
      const at = Math.min(Math.max(Number(rest) || 1, 1), positions.length) - 1;
      if (location.hash !== here || at < 0) return;
      learning = { name, at };
      server.send({ type: "new", variant: positions[at].variant, fen: positions[at].fen, lesson: true });
      break;
    }
    case "game":
      wanted = name;
      server.send({ type: "open", game: name });
      break;
    case "position":
      server.send({ type: "new", variant: name, fen: rest });
      break;
    case "watch":
      watching = new WatchPage(server);
      show(watching.element, "Match");
      break;
    default: {
      const rows = await variants();
      if (location.hash !== here) return;
      const gallery = galleryPage(server, rows, watches);
      games = gallery.games;
      show(gallery.element, "");
    }
  }
}

/** Runs a task that may fail because the server does not answer, or has no such thing, and reports a failure. */
async function attempt(action: Promise<void>): Promise<void> {
  try {
    await action;
  } catch (error) {
    const { message } = error as Error;
    missed = !(error instanceof Refusal);
    notice(missed ? `The server does not answer: ${message}` : `The server says: ${message}`);
  }
}

async function open(opened: Game): Promise<void> {
  if (opened.game !== wanted) return;
  if (game && game.current.game === opened.game) {
    game.hear({ type: "game", ...opened });
    return;
  }
  if (early) {
    early.push({ type: "game", ...opened });
    return;
  }
  const replies: Reply[] = [];
  early = replies;
  const description = await describe(opened.variant).catch((error: unknown) => {
    if (early === replies) early = null;
    throw error;
  });
  // Another part of the page, or the same game anew, is to be shown by now.
  if (early !== replies) return;
  early = null;
  game = new GamePage(server, description, opened);
  // The title shows whose turn it is.
  place(game.element);
  for (const reply of replies) game.hear(reply);
}

server.onReply = (reply: Reply) => {
  switch (reply.type) {
    case "hello":
      watches = reply.watches;
      self.guarded = reply.tokens;
      if (reply.tokens) self.role = "nobody";
      if (reply.tokens || !isGreeted) {
        isGreeted = true;
        knock();
      }
      if (reply.version !== VERSION) notice("The server is of another version: reload the page.");
      break;
    case "joined": {
      const to = joined(reply.role, reply.game, reply.seat);
      if (reply.game) wanted = reply.game;
      if (reply.game && location.hash !== to) location.replace(to);
      else if (!game || reply.role === "owner") void attempt(route());
      break;
    }
    case "created": {
      const to = `#/game/${reply.game}`;
      if (learning) rememberLesson(reply.game, learning);
      news = reply.note ?? "";
      // A link to a position, and going back, should not make another game.
      if (/^#\/(position|learn)\//.test(location.hash)) location.replace(to);
      else location.hash = to;
      break;
    }
    case "games":
      games?.(reply.games);
      break;
    case "watch":
      watching?.hear(reply);
      break;
    case "game":
      void attempt(open(reply));
      break;
    case "arranged":
      editing?.hear(reply);
      starting?.hear(reply);
      break;
    case "aborted":
      clear();
      show(h("main", { class: "setup" }, h("h1", {}, "The game was broken off"), h("p", {}, h("a", { href: "#/" }, "To the games"))), "");
      break;
    case "pgn":
      if (game) game.hear(reply);
      else showText("All games as PGN", reply.pgn, "rotunda-games.pgn");
      break;
    case "error":
      if (editing) {
        editing.hear(reply);
      } else if (game) {
        game.hear(reply);
      } else if (reply.number === undefined) {
        tell(reply.message);
        if (wanted) {
          news = reply.message;
          location.hash = "#/";
        }
        if (self.guarded && self.role === "nobody") show(closedDoor(), "");
      }
      break;
    default:
      if (early) early.push(reply);
      else game?.hear(reply);
  }
};

let wasOpen = false;
server.onState = (isOpen: boolean) => {
  state.textContent = isOpen ? "" : "The server does not answer.";
  // The server does not know the game of a connection that has come back.
  if (isOpen && self.guarded) return;
  if (isOpen && wasOpen && wanted) server.send({ type: "open", game: wanted });
  else if (isOpen && missed) void attempt(route());
  wasOpen ||= isOpen;
};

/** Keys that work wherever nothing is typed. */
function key(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const types = target.matches("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey;
  if (!game || types || document.querySelector("dialog")) return;
  const actions: Record<string, () => void> = {
    ArrowLeft: () => game?.step(-1),
    ArrowRight: () => game?.step(1),
    Home: () => game?.step("start"),
    End: () => game?.step("end"),
    f: () => game?.turnOn(),
    a: () => game?.toggleAnalysis(),
  };
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (action) {
    event.preventDefault();
    action();
  }
}

document.body.append(
  h("header", {}, h("a", { href: "#/", class: "home" }, h("img", { src: "icon.svg", alt: "", width: 24, height: 24 }), "Rotunda"), state, appearance()),
  root,
  h("div", { id: "announcer", class: "hidden", "aria-live": "polite" }),
  h("div", { id: "notice", role: "alert", hidden: true }),
);
document.addEventListener("keydown", key);
document.addEventListener("visibilitychange", () => game?.hidden(document.hidden));
window.addEventListener("pagehide", () => game?.keep());
// The browser would scroll before a part of the page is there.
history.scrollRestoration = "manual";
history.replaceState({ isSeen: true }, "");
window.addEventListener("hashchange", () => {
  leave();
  hideNotice();
  if (news) tell(news);
  news = "";
  void attempt(route());
});
void attempt(route());
