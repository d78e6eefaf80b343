// The tools of all browser tests: a server of their own, a browser, and the engine as the arbiter.

import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

/** The folder of the project. */
export const ROOT = new URL("../..", import.meta.url).pathname;
/** The program. */
export const BINARY = process.env.ROTUNDA ?? join(ROOT, "target/debug/rotunda");
export const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Games from files beside the built-in ones: squares, many of them, hexagons, a board without edges, and for more than two. */
export const FILES = ["capablanca", "chess144", "glinski", "torus", "cross4", "hex3"].flatMap((name) => ["--load", join(ROOT, `games/games/${name}.toml`)]);

/** How long a busy machine may take for anything, in milliseconds. */
export const PATIENCE = Number(process.env.ROTUNDA_PATIENCE ?? 300_000);
/** The longest time of one test, in milliseconds. */
const LONGEST = 4 * PATIENCE;
/** The end of the time for tests, in milliseconds since 1970; infinite without a bound. */
const END = Number(process.env.ROTUNDA_BROWSER_BEGAN ?? Date.now() / 1000) * 1000 + Number(process.env.ROTUNDA_BROWSER_MINUTES ?? Infinity) * 60_000;

/** Returns the result of a task, or fails when it takes too long. */
export async function inTime(what, task, limit = PATIENCE) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${limit / 1000} s`)), Math.min(limit, 2 ** 31 - 1));
  });
  return Promise.race([task, late]).finally(() => clearTimeout(timer));
}

/** Returns the first line of a server that fits; fails if the server ends before. */
export function lineOf(child, pattern) {
  const lines = createInterface({ input: child.stdout });
  const found = new Promise((resolve, reject) => {
    lines.on("line", (line) => pattern.test(line) && resolve(line));
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`the server ended with ${code ?? signal} before it was ready`)));
  });
  return inTime("the start of the server", found);
}

/** Ends a process, unless it has ended. */
export function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  return inTime("the end of a process", gone);
}

/** A server with a folder of its own; `stop` ends it. */
export async function serve(words = [], games = mkdtempSync(join(tmpdir(), "rotunda-"))) {
  const child = spawn(BINARY, ["serve", "--port", "0", "--folder", games, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await lineOf(child, /http:\S+\//);
  const address = line.match(/http:\S+\//)[0].replace(/\/$/, "");
  return { address, games, stop: () => end(child, "SIGINT"), child };
}

/** The engine in a UCI session, which lists the legal moves. */
export class Engine {
  constructor(words = []) {
    this.child = spawn(BINARY, words, { stdio: ["pipe", "pipe", "ignore"] });
    this.lines = createInterface({ input: this.child.stdout });
    this.heard = [];
    this.waiting = null;
    this.lines.on("line", (line) => {
      this.heard.push(line);
      this.waiting?.();
    });
    this.child.once("exit", () => this.waiting?.());
  }

  async until(test) {
    for (;;) {
      const at = this.heard.findIndex(test);
      if (at >= 0) return this.heard.splice(0, at + 1).at(-1);
      if (this.child.exitCode !== null || this.child.signalCode !== null) throw new Error("the engine has ended");
      await inTime("the engine's answer", new Promise((resolve) => (this.waiting = resolve)));
    }
  }

  /** The legal moves after moves from the start; none if the game is over. */
  async legal(variant, moves) {
    const line = moves.length > 0 ? ` moves ${moves.join(" ")}` : "";
    this.child.stdin.write(`position variant ${variant} startpos${line}\noutcome\nlegal\n`);
    const outcome = await this.until((text) => text.startsWith("outcome"));
    const legal = await this.until((text) => text.startsWith("legal"));
    return outcome === "outcome ongoing" ? legal.split(" ").slice(1).filter(Boolean) : [];
  }

  stop() {
    this.child.stdin.end("quit\n");
  }
}

export function launch() {
  return chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
}

/** Lets a context load the page as it is built on the disk, where ROTUNDA_PAGE wants that. */
export async function fromDisk(context) {
  if (!process.env.ROTUNDA_PAGE) return context;
  for (const name of ["app.js", "app.css"]) {
    await context.route(`**/${name}`, (route) => route.fulfill({ path: join(ROOT, "engine/serve/page/dist", name) }));
  }
  return context;
}

/** A page that fails the test when it reports an error. */
export async function open(browser, address, options = {}) {
  const context = await fromDisk(await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options }));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.problems = [];
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(address) || /^(data|blob):/.test(request.url());
    if (!isOwn) page.problems.push(`asks another server: ${request.url()}`);
  });
  await page.goto(address);
  return page;
}

/** Makes a game through a socket of the page's origin, after showing a token if there is one. */
function created(page, request, token = null) {
  const answer = page.evaluate(
    ([wanted, secret]) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(new URL("ws", location.href.split("#")[0].replace(/^http/, "ws")));
        socket.onerror = socket.onclose = () => reject(new Error("the connection ended before the game was made"));
        socket.onmessage = (event) => {
          const reply = JSON.parse(event.data);
          if (reply.type === "error") reject(new Error(reply.message));
          if (reply.type === "hello" && secret) socket.send(JSON.stringify({ type: "join", token: secret }));
          if (reply.type === (secret ? "joined" : "hello")) socket.send(JSON.stringify({ type: "new", ...wanted }));
          if (reply.type === "created") {
            resolve(reply.game);
            socket.close();
          }
        };
      }),
    [request, token],
  );
  return inTime("a new game", answer);
}

/** Makes a game; the page then opens it. */
export async function newGame(page, request) {
  const game = await created(page, request);
  await page.evaluate((name) => {
    location.hash = `#/game/${name}`;
  }, game);
  await page.waitForSelector(`[data-game="${game}"] .board [data-at]`);
  return game;
}

/** The cells of a move's text. */
export const cellsOf = (text) => (text === "0000" ? [] : text.match(/[a-z]\d+/g));

/** Where cells are on the screen, by their names, and back. */
export async function cells(page, variant) {
  return page.evaluate(async (name) => {
    const description = await (await fetch(`/api/variants/${name}`)).json();
    const paths = document.querySelectorAll(".board [data-cell]");
    const places = {};
    description.board.cells.forEach((cell, number) => {
      const [x, y] = cell.centre;
      const point = new DOMPoint(x, y).matrixTransform(paths[number].getScreenCTM());
      places[cell.name] = { x: point.x, y: point.y, number };
    });
    return places;
  }, variant);
}

/** Leads a finger over a page; returns what ends the touch, by `touchEnd` or `touchCancel`. */
export async function finger(page, from, to) {
  const touches = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => touches.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", { x: from.x, y: from.y });
  for (let step = 1; step <= 5; step += 1) {
    await touch("touchMove", { x: from.x + ((to.x - from.x) * step) / 5, y: from.y + ((to.y - from.y) * step) / 5 });
  }
  return touch;
}

/** Puts two fingers on a page at so many pixels from a point on both sides, leads them to another distance, and lifts them. */
export async function pinch(page, { x, y }, from, to) {
  const touches = await page.context().newCDPSession(page);
  const touch = (type, apart) => {
    const both = [-apart, apart].map((by, id) => ({ x: x + by, y, id }));
    return touches.send("Input.dispatchTouchEvent", { type, touchPoints: apart === null ? [] : both });
  };
  const steps = 8;
  await touches.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x - from, y, id: 0 }] });
  await touch("touchStart", from);
  for (let step = 1; step <= steps; step += 1) await touch("touchMove", from + ((to - from) * step) / steps);
  await touch("touchEnd", null);
}

/** The names of the cells that are marked as targets. */
export async function targets(page, places) {
  const numbers = await page.$$eval(".board [data-target]", (found) => found.map((element) => Number(element.dataset.target)));
  const names = Object.keys(places);
  return numbers.map((number) => names.find((name) => places[name].number === number)).sort();
}

/** Plays a move by clicks, and by the picker where cells do not say enough. */
export async function play(page, places, text, legal) {
  const cells = cellsOf(text);
  if (cells.length === 0 || text.startsWith("x")) {
    await page.click(`.actions [data-move="${text}"]`);
    return;
  }
  for (const cell of cells) await page.mouse.click(places[cell].x, places[cell].y);
  const same = legal.filter((other) => String(cellsOf(other)) === String(cells) && !other.startsWith("x"));
  if (same.length > 1) await page.click(`.picker [data-move="${text}"]`);
  const goesOn = legal.some((other) => cellsOf(other).length > cells.length && String(cellsOf(other).slice(0, cells.length)) === String(cells));
  if (goesOn) await page.click("#finish");
}

/** The contrast of two colours, as WCAG 2 has it: 1 for the same, 21 for black and white. */
export function contrast(one, other) {
  const parts = (colour) => (colour.startsWith("#") ? [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) : colour.match(/[\d.]+/g).slice(0, 3).map(Number));
  const light = (colour) => {
    const [red, green, blue] = parts(colour).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** A server that asks for tokens, with the owner's link. */
export async function guarded(games, port = "0") {
  const child = spawn(BINARY, ["serve", "--port", port, "--folder", games, "--tokens"], { stdio: ["ignore", "pipe", "inherit"] });
  const [link] = (await lineOf(child, /#\/join\//)).match(/http:\S+/);
  return { link, end: (signal) => end(child, signal), port: new URL(link).port };
}

/** A page in a context of its own, which records its faults. */
export async function visit(browser, link) {
  const context = await fromDisk(await browser.newContext({ viewport: { width: 1280, height: 860 } }));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  await page.goto(link);
  return page;
}

/** Makes a game on the owner's page, and asks for its links: those of the seats, then that for watchers. */
export async function invited(owner, link, request) {
  await owner.waitForSelector(".card");
  const game = await created(owner, request, link.split("/").at(-1));
  await owner.evaluate((name) => (location.hash = `#/game/${name}`), game);
  await owner.waitForSelector(".board [data-at]");
  await owner.click("#invite");
  await owner.waitForSelector("dialog input");
  await picture(owner, "friends-dialog");
  const named = await owner.$$eval("dialog input", (fields) => fields.map((field) => [field.getAttribute("aria-label"), field.value]));
  await owner.click("dialog button.quiet");
  return { named, links: named.map(([, address]) => address) };
}

/** Keeps a picture of a page to be looked at, where PICTURES names a folder. */
export async function picture(page, name) {
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`) });
}

let failures = 0;
let leftOut = 0;

/** Reports a test for which the time does not suffice. */
function leaveOut(name) {
  leftOut += 1;
  console.log(`LEFT OUT ${name}: the time is over`);
}

/** Runs a test and reports it. A test that is not done when the time is over is given up. */
export async function test(name, body) {
  const began = Date.now();
  if (began > END) return leaveOut(name);
  try {
    await inTime("the test", body(), Math.min(LONGEST, END - began));
    console.log(`ok   ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    if (Date.now() >= END) return leaveOut(name);
    failures += 1;
    console.log(`FAIL ${name}: ${error.stack ?? error}`);
  }
}

export function finish() {
  const missing = leftOut > 0 ? `; ${leftOut} were left out, since the time was over` : "";
  console.log((failures === 0 ? "all browser tests passed" : `${failures} browser tests failed`) + missing);
  process.exit(failures === 0 ? 0 : 1);
}
