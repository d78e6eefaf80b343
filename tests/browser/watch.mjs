// A match that is played while the page watches: its games as they go on, and a match that is killed.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BINARY, finish, launch, open, serve, test } from "./harness.mjs";

const record = join(mkdtempSync(join(tmpdir(), "rotunda-match-")), "match.jsonl");
// A number of nodes with which a game outlasts the test, however fast the machine is.
const engine = (name) => ["--engine", `cmd=${BINARY}`, `name=${name}`, "tc=600+1", "nodes=40000"];
const words = ["match", ...engine("One"), ...engine("Two"), "--variant", "modern4", "--rounds", "50", "--concurrency", "2", "--record", record];
const match = spawn(BINARY, words, { stdio: "ignore" });
const server = await serve(["--watch", record]);
const browser = await launch();
const page = await open(browser, server.address);
const moves = () => page.locator(".moves .move:not(.start)").count();

await test("a game that is played now is shown as it goes on, with its clocks", async () => {
  await page.goto(`${server.address}/#/watch`);
  await page.waitForFunction(() => document.querySelectorAll("[data-live]").length === 2);
  const listed = await page.textContent("[data-live]");
  assert.match(listed, /modern4 · \d+ moves · \d+:\d+/);
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, "watch.png") });
  await page.click("[data-live] button");
  await page.waitForSelector(".board [data-at]");
  const before = await moves();
  await page.waitForFunction((count) => document.querySelectorAll(".moves .move").length > count + 6, before);
  const clocks = await page.locator(".seat .clock").allTextContents();
  assert.equal(clocks.filter((text) => /^\d+:\d+/.test(text)).length, 4, String(clocks));
  assert.equal(await page.locator(".seat .clock.running").count(), 1);
  // The shares that the engines expect for everybody.
  assert.equal(await page.locator(".sharebar:not([hidden]) span").count(), 4);
  // The page stays where the game stands.
  assert.equal(await page.locator(".move.view").count(), 1);
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, "watch-game.png") });
});

await test("a variation beside it does not disturb it", async () => {
  await page.keyboard.press("Home");
  await page.waitForSelector(".move.start.view");
  await page.fill(".typed", "d4d5");
  await page.press(".typed", "Enter");
  await page.waitForSelector('.view[data-notation="d4d5"]');
  const before = await moves();
  await page.waitForFunction((count) => document.querySelectorAll(".moves .move").length > count + 3, before);
  assert.equal(await page.locator('.view[data-notation="d4d5"]').count(), 1);
});

await test("a match that is killed is told, and what was seen stays", async () => {
  match.kill("SIGKILL");
  await page.waitForFunction(() => document.querySelectorAll(".seat .clock.running").length === 0);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".note")?.value === "The match has stopped here.");
  assert.ok((await moves()) > 6);
  assert.deepEqual(page.problems, []);
});

// A test that was left out has not ended it.
match.kill("SIGKILL");
await browser.close();
await server.stop();
finish();
