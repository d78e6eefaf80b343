// Friends play with links: an owner, two players and a watcher in browser contexts of their own.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { BINARY, cells, finish, fromDisk, launch, PATIENCE, test } from "./harness.mjs";

/** A server that asks for tokens, with the owner's link. */
async function guarded(games, port = "0") {
  const child = spawn(BINARY, ["serve", "--port", port, "--folder", games, "--tokens"], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const link = await new Promise((resolve) => lines.on("line", (line) => /#\/join\//.test(line) && resolve(line.match(/http:\S+/)[0])));
  const end = (signal) => new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill(signal);
  });
  return { link, end, port: new URL(link).port };
}

const games = mkdtempSync(join(tmpdir(), "rotunda-"));
let server = await guarded(games);
const browser = await launch();

/** A page in a context of its own. */
async function visit(link) {
  const context = await fromDisk(await browser.newContext({ viewport: { width: 1280, height: 860 } }));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  await page.goto(link);
  return page;
}

/** Plays a move of chess by two clicks. */
async function move(page, from, to) {
  const places = await cells(page, "chess");
  for (const cell of [from, to]) await page.mouse.click(places[cell].x, places[cell].y);
}

const live = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll(".moves .move:not(.start)").length === wanted, count);
const isShown = (page, selector) => page.locator(selector).first().isVisible();
const picture = async (page, name) => process.env.PICTURES && page.screenshot({ path: join(process.env.PICTURES, `${name}.png`) });

const owner = await visit(server.link);
await owner.waitForSelector(".card");
let links = {};

await test("the owner makes a game and gets a link for each seat and one to watch", async () => {
  const game = await owner.evaluate(
    (token) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        socket.onmessage = (event) => {
          const reply = JSON.parse(event.data);
          if (reply.type === "hello") socket.send(JSON.stringify({ type: "join", token }));
          if (reply.type === "joined") socket.send(JSON.stringify({ type: "new", variant: "chess" }));
          if (reply.type === "created") resolve(reply.game);
        };
      }),
    server.link.split("/").at(-1),
  );
  await owner.evaluate((name) => (location.hash = `#/game/${name}`), game);
  await owner.waitForSelector(".board [data-at]");
  await owner.click("#invite");
  await owner.waitForSelector("dialog input");
  const found = await owner.$$eval("dialog input", (fields) => fields.map((field) => [field.getAttribute("aria-label"), field.value]));
  links = Object.fromEntries(found);
  assert.deepEqual(Object.keys(links), ["Link for White", "Link for Black", "Link for those who watch"]);
  await picture(owner, "friends-dialog");
  await owner.click("dialog button.quiet");
});

let white;
let black;
let watcher;

await test("who has no link sees nothing", async () => {
  const stranger = await visit(server.link.split("#")[0]);
  await stranger.waitForSelector("text=You need a link");
  assert.equal(await stranger.locator(".card, .board").count(), 0);
  const guess = await visit(`${server.link.split("#")[0]}#/join/${"0".repeat(32)}`);
  await guess.waitForFunction(() => !/Loading/.test(document.body.textContent));
  assert.equal(await guess.locator(".card, .board").count(), 0);
  await stranger.context().close();
  await guess.context().close();
});

await test("players move their own pieces alone, and each sees the other's moves", async () => {
  white = await visit(links["Link for White"]);
  black = await visit(links["Link for Black"]);
  watcher = await visit(links["Link for those who watch"]);
  for (const page of [white, black, watcher]) await page.waitForSelector(".board [data-at]");
  assert.doesNotMatch(await white.evaluate(() => location.href), /join/);
  await move(watcher, "e2", "e4");
  await move(black, "e2", "e4");
  await move(white, "e2", "e4");
  for (const page of [white, black, watcher, owner]) await live(page, 1);
  await move(black, "e7", "e5");
  for (const page of [white, black, watcher, owner]) await live(page, 2);
  for (const page of [white, watcher]) {
    for (const hidden of [".analysis", ".noting", ".owners"]) assert.ok(!(await isShown(page, hidden)), hidden);
  }
  assert.ok(!(await isShown(watcher, "button:has-text('Resign')")) && !(await isShown(watcher, ".typing")));
  await picture(white, "friends-seat");
  await picture(watcher, "friends-watcher");
});

await test("a player who goes is shown as away, and comes back to the seat", async () => {
  const link = links["Link for Black"];
  await black.context().close();
  await white.waitForFunction(() => /Black: away/.test(document.querySelector(".company").textContent));
  black = await visit(link);
  await white.waitForFunction(() => /Black: there/.test(document.querySelector(".company").textContent));
  await live(black, 2);
});

await test("a server that is killed and started again keeps the game and the seats", async () => {
  const { port } = server;
  const silent = (page, is) => page.waitForFunction((wanted) => (document.querySelector(".connection").textContent !== "") === wanted, is);
  await server.end("SIGKILL");
  for (const page of [white, black]) await silent(page, true);
  server = await guarded(games, port);
  for (const page of [white, black]) await silent(page, false);
  await white.waitForFunction(() => /Black: there/.test(document.querySelector(".company").textContent));
  await move(white, "g1", "f3");
  for (const page of [white, black]) await live(page, 3);
});

await test("a player resigns for the own seat", async () => {
  black.on("dialog", (dialog) => dialog.accept());
  await black.click("button:has-text('Resign')");
  for (const page of [white, black]) await page.waitForFunction(() => /resign/i.test(document.body.textContent) && /1-0|White wins/.test(document.body.textContent));
  for (const page of [white, black, watcher]) assert.deepEqual(page.problems, []);
});

await browser.close();
await server.end("SIGINT");
finish();
