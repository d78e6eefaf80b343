// Friends play with links: an owner, two players and a watcher in browser contexts of their own.

import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cells, finish, guarded, invited, launch, picture, test, visit } from "./harness.mjs";

const games = mkdtempSync(join(tmpdir(), "rotunda-"));
let server = await guarded(games);
const browser = await launch();

/** Plays a move of chess by two clicks. */
async function move(page, from, to) {
  const places = await cells(page, "chess");
  for (const cell of [from, to]) await page.mouse.click(places[cell].x, places[cell].y);
}

const live = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll(".moves .move:not(.start)").length === wanted, count);
const isShown = (page, selector) => page.locator(selector).first().isVisible();

const owner = await visit(browser, server.link);
await owner.waitForSelector(".card");
let links = {};

await test("the owner makes a game and gets a link for each seat and one to watch", async () => {
  const found = await invited(owner, server.link, { variant: "chess" });
  links = Object.fromEntries(found.named);
  assert.deepEqual(Object.keys(links), ["Link for White", "Link for Black", "Link for those who watch"]);
});

let white;
let black;
let watcher;

await test("who has no link sees nothing", async () => {
  const stranger = await visit(browser, server.link.split("#")[0]);
  await stranger.waitForSelector("text=You need a link");
  assert.equal(await stranger.locator(".card, .board").count(), 0);
  const guess = await visit(browser, `${server.link.split("#")[0]}#/join/${"0".repeat(32)}`);
  await guess.waitForFunction(() => !/Loading/.test(document.body.textContent));
  assert.equal(await guess.locator(".card, .board").count(), 0);
  await stranger.context().close();
  await guess.context().close();
});

await test("players move their own pieces alone, and each sees the other's moves", async () => {
  white = await visit(browser, links["Link for White"]);
  black = await visit(browser, links["Link for Black"]);
  watcher = await visit(browser, links["Link for those who watch"]);
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
  await white.waitForFunction(() => /Black: away/.test(document.querySelector(".company")?.textContent));
  black = await visit(browser, link);
  await white.waitForFunction(() => /Black: there/.test(document.querySelector(".company")?.textContent));
  await live(black, 2);
});

await test("a server that is killed and started again keeps the game and the seats", async () => {
  const { port } = server;
  const silent = (page, is) => page.waitForFunction((wanted) => document.querySelector(`.connection:${wanted ? "not(:empty)" : "empty"}`), is);
  await server.end("SIGKILL");
  for (const page of [white, black]) await silent(page, true);
  server = await guarded(games, port);
  for (const page of [white, black]) await silent(page, false);
  await white.waitForFunction(() => /Black: there/.test(document.querySelector(".company")?.textContent));
  await move(white, "g1", "f3");
  for (const page of [white, black]) await live(page, 3);
});

await test("a draw that one player offers is agreed to, refused, or lapses with a move", async () => {
  const offered = (page, is) => page.waitForFunction((wanted) => document.querySelector(".offers")?.hidden === !wanted, is);
  await white.click("#draw");
  for (const page of [white, black]) await offered(page, true);
  assert.match(await black.textContent(".offers"), /White offers a draw/);
  await picture(black, "friends-draw");
  await black.click("#refuse");
  for (const page of [white, black]) await offered(page, false);
  await white.click("#draw");
  await offered(black, true);
  await move(black, "b8", "c6");
  await offered(white, false);
  for (const page of [white, black]) await live(page, 4);
  assert.ok(!(await isShown(watcher, "#draw")), "a watcher offers nothing");
});

await test("fixed phrases are heard by those who want to", async () => {
  await white.click("#phrases");
  await black.click("#phrases");
  await white.selectOption("#say", { label: "Well played" });
  await black.waitForSelector(".heard li:has-text('White: Well played')");
  assert.equal(await watcher.locator(".heard li").count(), 0, "who has not asked hears nothing");
  assert.ok(!(await isShown(watcher, "#say")));
  await white.selectOption("#say", { label: "Thank you" });
  await white.getByRole("alert").filter({ hasText: "not so fast" }).waitFor();
  await picture(black, "friends-phrases");
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
