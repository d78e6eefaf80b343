// Every cell of every board is reached by arrow keys alone, from whichever seat it is seen.

import assert from "node:assert/strict";
import { FILES, finish, launch, newGame, open, serve, test } from "./harness.mjs";

const server = await serve(FILES);
const browser = await launch();
const page = await open(browser, server.address);
await page.waitForSelector(".card");
const variants = await page.evaluate(async () => (await fetch("/api/variants")).json());

/**
 * Walks over the board by arrow keys until no step is untried, or no untried one can be reached any
 * more; the cells that have been visited, and whether steps were left.
 */
function walk() {
  const board = document.querySelector(".board");
  const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  const under = () => document.getElementById("announcer").textContent.trim().split(" ")[0];
  const press = (key) => {
    board.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    return under();
  };
  const known = new Map();
  /** The keys that lead to the nearest cell with an untried key. */
  const way = (from) => {
    const ways = new Map([[from, []]]);
    for (const [cell, path] of ways) {
      const steps = known.get(cell) ?? {};
      const untried = keys.find((key) => !(key in steps));
      if (untried) return [...path, untried];
      for (const key of keys) if (!ways.has(steps[key])) ways.set(steps[key], [...path, key]);
    }
    return null;
  };
  let at = press("ArrowLeft");
  for (let path = way(at); path !== null; path = way(at)) {
    for (const key of path) {
      const steps = known.get(at) ?? {};
      known.set(at, steps);
      steps[key] = press(key);
      at = steps[key];
    }
  }
  return [...known.keys()];
}

for (const { name, seats, cells } of variants) {
  await test(`${name}: the arrow keys reach every cell from every other`, async () => {
    await newGame(page, { variant: name });
    for (let seat = 0; seat < seats; seat += 1) {
      await page.focus(".board");
      // Only a walk that can go on from wherever it comes to sees all cells.
      const visited = await page.evaluate(walk);
      assert.equal(visited.length, cells, `${name} from seat ${seat}: ${visited.length} of ${cells} cells`);
      await page.keyboard.press("f");
      await page.evaluate(() => document.activeElement.blur());
    }
  });
}

await test("no errors", async () => {
  assert.deepEqual(page.problems, []);
});

await browser.close();
await server.stop();
finish();
