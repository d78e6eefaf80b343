// How soon a move is shown, on a machine that does nothing else.

import assert from "node:assert/strict";
import { finish, launch, newGame, open, serve, test } from "./harness.mjs";

/** Milliseconds from the server's message to the next frame, at most: the middle of several. */
const SHOWN = 50;
/** Moves that are timed, unless the game ends before. */
const MOVES = 25;

const server = await serve();
const browser = await launch();
const page = await open(browser, server.address);
await page.addInitScript(() => {
  window.shown = [];
  const add = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (type, listener) {
    add.call(this, type, listener);
    if (type !== "message") return;
    // This listener comes after the page's own, which has changed the picture by then.
    add.call(this, type, (event) => {
      if (!event.data.startsWith('{"type":"played"')) return;
      requestAnimationFrame(() => window.shown.push(performance.now() - event.timeStamp));
    });
  };
});
await page.reload();

for (const [variant, seats] of [["chess", 2], ["ordinary", 2], ["modern6", 6]]) {
  await test(`${variant}: a move is shown soon`, async () => {
    await newGame(page, { variant, players: Array(seats).fill({ by: "engine", elo: 800, time: 20 }) });
    await page.evaluate(() => window.shown.splice(0));
    const isEnough = (count) => window.shown.length >= count || !document.querySelector(".status").textContent.includes("to move");
    await page.waitForFunction(isEnough, MOVES, { timeout: 120_000 });
    const times = (await page.evaluate(() => window.shown)).sort((a, b) => a - b);
    const middle = times[times.length >> 1];
    console.log(`     from the message to the next frame: ${middle.toFixed(1)} ms, at most ${times.at(-1).toFixed(1)} ms`);
    assert.ok(middle < SHOWN, `${middle} ms`);
  });
}

await browser.close();
await server.stop();
finish();
