// Games that go on faster than anybody can follow: the page draws at the pace of the screen, and hands
// are still heard.

import assert from "node:assert/strict";
import { finish, launch, newGame, open, serve, test } from "./harness.mjs";

/** Moves that come at once. */
const MOVES = 200;
/** The most drawings between a key and its answer while they come. */
const WAITED = 20;

const server = await serve();
const browser = await launch();
const page = await open(browser, server.address);
// The page's own socket can be made to wait: its messages are then handed over one a task.
await page.addInitScript(() => {
  window.held = null;
  const add = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (type, listener) {
    const hear = (event) => (window.held && type === "message" ? window.held.push(() => listener.call(this, event)) : listener.call(this, event));
    add.call(this, type, hear);
  };
  window.release = () => {
    const waiting = window.held;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      waiting.shift()?.();
      if (waiting.length > 0) port2.postMessage(0);
      else window.held = null;
    };
    port2.postMessage(0);
  };
});
await page.reload();
await page.waitForSelector(".card");

/** Counts the drawings of the board and the frames of the screen from now on, and times a key. */
const count = () =>
  page.evaluate(() => {
    const found = { drawings: [], frames: 0, glides: 0, answer: null };
    window.found = found;
    new MutationObserver(() => found.drawings.push(performance.now())).observe(document.querySelector(".board .tints"), { childList: true });
    const frame = () => {
      found.frames += 1;
      found.glides = Math.max(found.glides, document.getAnimations().filter(({ effect }) => effect.target.closest?.(".pieces")).length);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    const answered = ({ timeStamp }) => (found.answer = { time: performance.now() - timeStamp, waited: found.drawings.filter((time) => time > timeStamp).length });
    document.addEventListener("keydown", (event) => requestAnimationFrame(() => setTimeout(() => answered(event))), { capture: true });
  });

for (const variant of ["modern6", "byzantine6"]) {
  await test(`${variant}: ${MOVES} moves at once are drawn a few times, and a key is answered meanwhile`, async () => {
    await newGame(page, { variant, players: Array(6).fill({ by: "engine", time: 10 }) });
    await page.evaluate(() => (window.held = []));
    await page.waitForFunction((least) => window.held.length >= 2 * least, MOVES);
    await page.getByRole("button", { name: "Pause" }).click();
    await count();
    const before = await page.locator(".moves .move").count();
    const began = Date.now();
    await page.evaluate(() => window.release());
    await page.keyboard.press("f");
    await page.waitForFunction((least) => document.querySelectorAll(".moves .move").length >= least, before + MOVES / 2);
    await page.waitForFunction(() => window.found.answer !== null);
    const { drawings, frames, glides, answer } = await page.evaluate(() => window.found);
    const drawn = drawings.length;
    console.log(`     ${drawn} drawings in ${frames} frames and ${Date.now() - began} ms; a key was answered after ${answer.time.toFixed(0)} ms`);
    // The key turns the board, which draws it once more.
    assert.ok(drawn <= frames + 2 && drawn < MOVES / 4, `${drawn} drawings in ${frames} frames`);
    assert.ok(answer.waited < WAITED, `${answer.waited} drawings before the answer`);
    // The first of them may still be on its way.
    assert.ok(glides <= 1, `${glides} pieces are on their way`);
  });
}

await test("no errors", async () => {
  assert.deepEqual(page.problems, []);
});

await browser.close();
await server.stop();
finish();
