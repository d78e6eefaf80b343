// How soon a move is shown after the engine has answered, on a machine that does nothing else.

import assert from "node:assert/strict";
import { finish, launch, newGame, open, serve, test } from "./harness.mjs";

/** Milliseconds from the engine's answer to the picture with its move, at most: the middle of several. */
const SHOWN = 50;
/** Moves that are timed, unless the game ends before. */
const MOVES = 25;

const server = await serve();
const browser = await launch();
const page = await open(browser, server.address);
await page.addInitScript(() => {
  window.shown = [];
  let answered = null;
  const add = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (type, listener) {
    add.call(this, type, listener);
    if (type !== "message") return;
    // This listener comes after the page's own, which has changed the picture by then.
    add.call(this, type, (event) => {
      const said = event.data;
      if (said.startsWith('{"type":"thinking"') && said.endsWith('"done":true}}')) answered = event.timeStamp;
      if (answered === null || !said.startsWith('{"type":"played"')) return;
      const since = answered;
      answered = null;
      // A task that is posted in a frame comes after the frame has been drawn.
      requestAnimationFrame(() => setTimeout(() => window.shown.push(performance.now() - since)));
    });
  };
});
await page.reload();

const GAMES = [["chess", 2], ["rollerball", 2], ["circular70", 2], ["ordinary", 2], ["roundtable84", 2], ["modern4-2v2", 4], ["modern6", 6], ["byzantine6", 6]];
for (const [variant, seats] of GAMES) {
  await test(`${variant}: a move is shown soon`, async () => {
    // On a clock the server does not hold an engine's move back to be seen.
    await newGame(page, { variant, players: Array(seats).fill({ by: "engine", time: 60 }), clock: { base: 5000, increment: 0 } });
    await page.evaluate(() => window.shown.splice(0));
    const isEnough = (count) => window.shown.length >= count || document.querySelector(".status")?.textContent.includes("to move") === false;
    await page.waitForFunction(isEnough, MOVES, { timeout: 120_000 });
    const times = (await page.evaluate(() => window.shown)).sort((a, b) => a - b);
    const middle = times[times.length >> 1];
    console.log(`     from the answer to the picture: ${middle.toFixed(1)} ms, at most ${times.at(-1).toFixed(1)} ms of ${times.length}`);
    assert.ok(middle < SHOWN, `${middle} ms`);
  });
}

await browser.close();
await server.stop();
finish();
