// Games that go on faster than anybody can follow: the page draws at the pace of the screen, and hands
// are still heard.

import assert from "node:assert/strict";
import { finish, launch, newGame, open, serve, test } from "./harness.mjs";

/** Moves that come at once. */
const MOVES = 200;
/** The longest wait for the answer to a key while they come, in milliseconds. */
const ANSWER = 1500;

const server = await serve();
const browser = await launch();
const page = await open(browser, server.address);
let isHeld = false;
const held = [];
let release = () => {};
await page.routeWebSocket(/\/ws$/, (socket) => {
  const far = socket.connectToServer();
  far.onMessage((message) => (isHeld ? held.push(message) : socket.send(message)));
  release = () => {
    isHeld = false;
    for (const message of held.splice(0)) socket.send(message);
  };
});
await page.reload();
await page.waitForSelector(".card");

/** Counts the drawings of the board and the frames of the screen from now on, and times a key. */
const count = () =>
  page.evaluate(() => {
    const found = { drawings: 0, frames: 0, glides: 0, answer: null };
    window.found = found;
    new MutationObserver(() => (found.drawings += 1)).observe(document.querySelector(".board .tints"), { childList: true });
    const frame = () => {
      found.frames += 1;
      found.glides = Math.max(found.glides, document.getAnimations().filter(({ effect }) => effect.target.closest?.(".pieces")).length);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    document.addEventListener("keydown", (event) => requestAnimationFrame(() => setTimeout(() => (found.answer = performance.now() - event.timeStamp))), { capture: true });
  });

for (const variant of ["modern6", "byzantine6"]) {
  await test(`${variant}: ${MOVES} moves at once are drawn a few times, and a key is answered meanwhile`, async () => {
    await newGame(page, { variant, players: Array(6).fill({ by: "engine", time: 10 }) });
    isHeld = true;
    const moves = () => held.filter((message) => message.startsWith('{"type":"played"')).length;
    while (moves() < MOVES) await page.waitForTimeout(50);
    await count();
    const before = await page.locator(".moves .move").count();
    const began = Date.now();
    release();
    await page.keyboard.press("f");
    await page.waitForFunction((least) => document.querySelectorAll(".moves .move").length >= least, before + MOVES);
    await page.waitForFunction(() => window.found.answer !== null);
    const { drawings, frames, glides, answer } = await page.evaluate(() => window.found);
    console.log(`     ${drawings} drawings in ${frames} frames and ${Date.now() - began} ms; a key was answered after ${answer.toFixed(0)} ms`);
    // The key turns the board, which draws it once more.
    assert.ok(drawings <= frames + 2 && drawings < MOVES / 4, `${drawings} drawings in ${frames} frames`);
    assert.ok(answer < ANSWER, `${answer} ms`);
    assert.equal(glides, 0, "no piece is on its way");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Go on" }).waitFor();
  });
}

await test("no errors", async () => {
  assert.deepEqual(page.problems, []);
});

await browser.close();
await server.stop();
finish();
