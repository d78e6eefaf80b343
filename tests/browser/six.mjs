// Six people at one table in browsers of their own. Two are cut off and come back, and the server is
// killed and started again: nothing is lost.

import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finish, guarded, invited, launch, picture, test, visit } from "./harness.mjs";

const games = mkdtempSync(join(tmpdir(), "rotunda-"));
let server = await guarded(games);
const browser = await launch();
const players = [];
let links = [];

/** Waits until a page shows a number of moves. */
const shows = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll(".moves .move:not(.start)").length === wanted, count);

/** Plays the first move that the board of a player offers, and waits until all have seen it. */
async function move(seat) {
  const page = players[seat];
  await page.waitForSelector(".board .start");
  const played = await page.locator(".moves .move:not(.start)").count();
  const { from, to } = await page.evaluate(() => {
    const at = (cell) => {
      const box = document.querySelector(`.board [data-cell="${cell}"]`).getBoundingClientRect();
      return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    };
    const start = document.querySelector(".board .start");
    start.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, clientX: at(start.dataset.cell).x, clientY: at(start.dataset.cell).y }));
    const target = document.querySelector(".board [data-target]");
    const found = { from: at(start.dataset.cell), to: at(target.dataset.target) };
    document.querySelector(".board").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    return found;
  });
  await page.mouse.click(from.x, from.y);
  await page.mouse.click(to.x, to.y);
  for (const other of [page, ...players]) await shows(other, played + 1);
}
const notations = (page) => page.$$eval(".moves .move:not(.start)", (found) => found.map((button) => button.dataset.notation).join(" "));

await test("six sit down by their links", async () => {
  const owner = await visit(browser, server.link);
  ({ links } = await invited(owner, server.link, { variant: "modern6", clock: { base: 600_000, increment: 0 } }));
  assert.equal(links.length, 7);
  for (const link of links.slice(0, 6)) players.push(await visit(browser, link));
  for (const page of players) await page.waitForSelector(".board [data-at]");
  await owner.context().close();
});

await test("a round is played, each by the own hand", async () => {
  for (let seat = 0; seat < 6; seat += 1) await move(seat);
  await picture(players[3], "six-round");
});

await test("two drop out, one of them to move, and come back by their links", async () => {
  for (const seat of [0, 3]) await players[seat].context().close();
  await players[1].waitForFunction(() => (document.querySelector(".company")?.textContent.match(/away/g) ?? []).length === 2);
  for (const seat of [0, 3]) {
    players[seat] = await visit(browser, links[seat]);
    await players[seat].waitForSelector(".board [data-at]");
  }
  await players[1].waitForFunction(() => !/away/.test(document.querySelector(".company")?.textContent ?? "away"));
  for (let seat = 0; seat < 6; seat += 1) await move(seat);
});

await test("a server that is killed loses nothing, and lets nobody else in", async () => {
  const before = await notations(players[2]);
  const { port } = server;
  await server.end("SIGKILL");
  await players[0].waitForFunction(() => (document.querySelector(".connection")?.textContent ?? "") !== "");
  server = await guarded(games, port);
  for (const page of players) await page.waitForFunction(() => document.querySelector(".connection")?.textContent === "" && /you/.test(document.querySelector(".company")?.textContent));
  for (const page of players) assert.equal(await notations(page), before);
  for (let seat = 0; seat < 6; seat += 1) await move(seat);
  const stranger = await visit(browser, server.link.split("#")[0]);
  await stranger.waitForSelector("text=You need a link");
  await picture(players[0], "six-end");
});

await test("no errors", async () => {
  for (const page of players) assert.deepEqual(page.problems, []);
});

await browser.close();
await server.end("SIGINT");
finish();
