// Every game in a real browser: the page offers the engine's legal moves, and plays them by clicks,
// by drags, by keys and on a phone.

import assert from "node:assert/strict";
import { cells, cellsOf, Engine, FILES, finish, launch, newGame, open, play, serve, targets, test } from "./harness.mjs";

/** Random positions of each game whose targets are compared, and moves that are played by clicks at most. */
const POSITIONS = Number(process.env.POSITIONS ?? 3);
const CLICKED = Number(process.env.CLICKED ?? 400);

let state = 7;
/** A number below a bound, the same in every run. */
function random(bound) {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor((state / 2147483648) * bound);
}

const server = await serve(FILES);
const browser = await launch();
const engine = new Engine(FILES);
const page = await open(browser, server.address);
await page.waitForSelector(".card");
const variants = await page.evaluate(async () => (await fetch("/api/variants")).json());
const chosen = (process.env.ROTUNDA_TEST_VARIANT ?? "").split(",").filter(Boolean);
const rows = variants.filter((row) => chosen.length === 0 || chosen.includes(row.name));

/** Random moves from the start, after which the game goes on. */
async function randomMoves(variant, count) {
  const moves = [];
  while (moves.length < count) {
    const legal = await engine.legal(variant, moves);
    if (legal.length === 0) return moves.slice(0, -1);
    moves.push(legal[random(legal.length)]);
  }
  return (await engine.legal(variant, moves)).length > 0 ? moves : moves.slice(0, -1);
}

/** The cells that follow a beginning in legal moves, removals and passes apart. */
function following(legal, beginning) {
  const fit = legal.filter((text) => !text.startsWith("x")).map(cellsOf);
  const next = fit.filter((cells) => beginning.every((cell, at) => cells[at] === cell)).map((cells) => cells[beginning.length]);
  return [...new Set(next.filter(Boolean))].sort();
}

/** Compares the targets of every piece, and of series jump by jump. */
async function compare(variant, legal, where) {
  const places = await cells(page, variant);
  for (const start of following(legal, [])) {
    await page.mouse.click(places[start].x, places[start].y);
    const expected = following(legal, [start]);
    assert.deepEqual(await targets(page, places), expected, `${where}: from ${start}`);
    for (const second of expected.filter((cell) => following(legal, [start, cell]).length > 0).slice(0, 2)) {
      await page.mouse.click(places[second].x, places[second].y);
      assert.deepEqual(await targets(page, places), following(legal, [start, second]), `${where}: from ${start} by ${second}`);
      await page.focus(".board");
      await page.keyboard.press("Escape");
      await page.mouse.click(places[start].x, places[start].y);
    }
    await page.focus(".board");
    await page.keyboard.press("Escape");
  }
  const shown = await page.$$eval(".actions [data-move]:not(#finish)", (found) => found.map((element) => element.dataset.move));
  const buttons = legal.filter((text) => text === "0000" || text.startsWith("x"));
  assert.deepEqual(shown.sort(), buttons.sort(), `${where}: buttons`);
}

/** The moves of the game that is shown, in its notation. */
const written = () => page.$$eval(".moves .move:not(.start)", (found) => found.map((element) => element.dataset.notation));

for (const { name } of rows) {
  await test(`${name}: targets are the legal moves`, async () => {
    for (let at = 0; at < POSITIONS; at += 1) {
      const moves = await randomMoves(name, 2 + random(30));
      await newGame(page, { variant: name, moves });
      await page.waitForFunction((count) => document.querySelectorAll(".moves .move").length === count + 1, moves.length);
      await compare(name, await engine.legal(name, moves), `${name} ${moves.join(" ")}`);
    }
  });
}

for (const { name, seats } of rows) {
  await test(`${name}: a game by clicks against the engine, with a reload`, async () => {
    const players = Array.from({ length: seats }, (_, seat) => (seat === 0 ? { by: "human" } : { by: "engine", elo: 800, time: 20 }));
    await newGame(page, { variant: name, players });
    let moves = [];
    for (let mine = 0; mine < CLICKED; mine += 1) {
      moves = await written();
      const legal = await engine.legal(name, moves);
      if (legal.length === 0) break;
      const text = legal[random(legal.length)];
      await play(page, await cells(page, name), text, legal);
      await page.waitForFunction((count) => document.querySelectorAll(".moves .move").length > count + 1, moves.length);
      await settled();
      if (await isOut()) break;
      if (mine === 1) {
        const before = await written();
        await page.reload();
        await page.waitForSelector(".board [data-at]");
        assert.deepEqual((await written()).slice(0, before.length), before, "after a reload");
      }
    }
  });
}

/** Waits until the person is to move or is out, or the game is over. */
async function settled() {
  await page.waitForFunction(() => {
    const over = document.querySelector(".status")?.textContent.includes("to move") === false;
    return over || document.querySelector(".board .start, .actions [data-move], .seat:first-child.dead");
  });
}

/** Whether the person, who has the first seat, is out while others play on. */
async function isOut() {
  return page.evaluate(() => document.querySelector(".seat:first-child.dead") !== null);
}

await test("no errors, and no other server was asked", async () => {
  assert.deepEqual(page.problems, []);
});

engine.stop();
await browser.close();
await server.stop();
finish();
