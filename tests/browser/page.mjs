// The page itself: how much it loads, drags, the picker, a phone, two tabs, a restart of the
// server, and pictures of every board at two sizes.

import assert from "node:assert/strict";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { cells, finger, finish, launch, newGame, open, PATIENCE, serve, targets, test } from "./harness.mjs";

/** Bytes of a page load, at most. */
const LOAD = 300_000;
/** Where pictures go, to be looked at. */
const FOLDER = process.env.PICTURES ?? join(process.env.TMPDIR ?? "/tmp", "rotunda-pictures");

const server = await serve();
const browser = await launch();
const page = await open(browser, server.address);

await test("a page load is small", async () => {
  const fresh = await (await browser.newContext()).newPage();
  fresh.setDefaultTimeout(PATIENCE);
  const session = await fresh.context().newCDPSession(fresh);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  await fresh.goto(server.address);
  await fresh.waitForSelector(".card");
  await fresh.evaluate(() => document.querySelectorAll("img").forEach((image) => (image.loading = "eager")));
  await fresh.waitForLoadState("networkidle");
  console.log(`     the gallery with all its pictures: ${bytes} bytes`);
  assert.ok(bytes > 10_000 && bytes < LOAD, `${bytes} bytes`);
  await fresh.context().close();
});

await test("pieces are dragged", async () => {
  await newGame(page, { variant: "chess" });
  const places = await cells(page, "chess");
  await page.evaluate(() => (document.querySelector('.board [data-at="0"]').isKept = true));
  await page.mouse.move(places.g1.x, places.g1.y);
  await page.mouse.down();
  await page.mouse.move(places.f3.x, places.f3.y, { steps: 5 });
  await page.mouse.up();
  await page.waitForSelector('.moves [data-notation="g1f3"]');
  assert.ok(await page.evaluate(() => document.querySelector('.board [data-at="0"]').isKept), "a piece that stays is not drawn anew");
  // Dropped where it may not go, it returns.
  await page.mouse.move(places.e7.x, places.e7.y);
  await page.mouse.down();
  await page.mouse.move(places.e2.x, places.e2.y, { steps: 5 });
  await page.mouse.up();
  assert.equal(await page.locator(".moves .move:not(.start)").count(), 1);
});

await test("fingers drag pieces, and the page does not scroll", async () => {
  const phone = await open(browser, server.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await phone.waitForSelector(".card");
  await newGame(phone, { variant: "chess" });
  const places = await cells(phone, "chess");
  const lift = await finger(phone, places.e2, places.e4);
  await phone.waitForSelector(".board .dragged");
  await lift("touchEnd");
  await phone.waitForSelector('.moves [data-notation="e2e4"]');
  assert.equal(await phone.evaluate(() => window.scrollY), 0);
  assert.deepEqual(phone.problems, []);
  await phone.context().close();
});

await test("a promotion is chosen, a game ends and is told", async () => {
  await newGame(page, { variant: "chess", fen: "7k/4P3/6K1/8/8/8/8/8 w - - 0 1" });
  const places = await cells(page, "chess");
  await page.mouse.click(places.e7.x, places.e7.y);
  await page.mouse.click(places.e8.x, places.e8.y);
  assert.equal(await page.locator(".picker [data-move]").count(), 4);
  await page.click('.picker [data-move="e7e8q"]');
  await page.waitForFunction(() => document.querySelector(".status")?.textContent === "Checkmate: White wins.");
});

await test("a series is played step by step where there are too many to list", async () => {
  const fen = "11k/12/12/12/2n1n7/1nnnnn6/2nCn7/1nnnnn6/2n1n7/11K w - - 0 1";
  await newGame(page, { variant: "ordinary", fen });
  const places = await cells(page, "ordinary");
  await page.waitForSelector(".board .start");
  let at = "d4";
  await page.mouse.click(places[at].x, places[at].y);
  for (let jumps = 0; jumps < 3; jumps += 1) {
    await page.waitForSelector(".board [data-target]");
    [at] = await targets(page, places);
    await page.mouse.click(places[at].x, places[at].y);
  }
  await page.click("#finish");
  await page.waitForSelector(".moves .move:not(.start)");
  assert.match(await page.textContent(".moves .move:not(.start)"), /^d4/);
});

await test("variations, a graph that is clicked, PGN out and in", async () => {
  await newGame(page, { variant: "rollerball", moves: ["c2b3", "e6f5"] });
  await page.click(".move.start");
  await page.fill(".typed", "e2f2");
  await page.press(".typed", "Enter");
  await page.waitForSelector('.variation [data-notation="e2f2"], .moves [data-notation="e2f2"]');
  await page.click('[data-notation="e6f5"]');
  await page.click("#review");
  await page.waitForSelector(".graph svg");
  await page.getByRole("button", { name: "PGN" }).click();
  const pgn = await page.inputValue("dialog textarea");
  assert.match(pgn, /\[Variant "rollerball"\]/);
  await page.getByRole("button", { name: "Close" }).click();
  await page.evaluate(() => {
    location.hash = "#/new/chess";
  });
  await page.waitForSelector("#play");
  await page.click("summary:has-text('Import')");
  await page.fill("textarea[aria-label=PGN]", pgn);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.waitForSelector('.moves [data-notation="e2f2"]');
});

await test("two tabs do not disturb each other, and one game is seen in both", async () => {
  const other = await open(browser, server.address);
  const game = await newGame(page, { variant: "chess" });
  await newGame(other, { variant: "circular70" });
  await page.fill(".typed", "e2e4");
  await page.press(".typed", "Enter");
  await page.waitForSelector('[data-notation="e2e4"]');
  assert.equal(await other.locator(".moves .move:not(.start)").count(), 0);
  await other.evaluate((name) => {
    location.hash = `#/game/${name}`;
  }, game);
  await other.waitForSelector('[data-notation="e2e4"]');
  await other.fill(".typed", "e7e5");
  await other.press(".typed", "Enter");
  await page.waitForSelector('[data-notation="e7e5"]');
  assert.deepEqual(other.problems, []);
  await other.context().close();
});

await test("a game that changes while its board is still on its way is shown as it is by then", async () => {
  const game = await newGame(page, { variant: "chess", players: [{ by: "human" }, { by: "engine", elo: null, time: 20 }] });
  const other = await open(browser, server.address);
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await other.route("**/api/variants/chess", async (route) => {
    await held;
    await route.continue();
  });
  const asked = other.waitForRequest("**/api/variants/chess");
  await other.evaluate((name) => {
    location.hash = `#/game/${name}`;
  }, game);
  await asked;
  // The server sends the whole game again, and then a move of it.
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Go on" }).waitFor();
  await page.fill(".typed", "e2e4");
  await page.press(".typed", "Enter");
  await page.waitForSelector('[data-notation="e2e4"]');
  release();
  await other.waitForSelector('[data-notation="e2e4"]');
  assert.ok(await other.getByRole("button", { name: "Go on" }).isVisible());
  assert.deepEqual(other.problems, []);
  await other.context().close();
});

await test("what the server did not tell is asked for again", async () => {
  const other = await open(browser, server.address);
  await other.route("**/api/variants/rollerball", (route) => route.abort(), { times: 1 });
  await other.evaluate(() => {
    location.hash = "#/new/rollerball";
  });
  await other.getByRole("alert").filter({ hasText: "The server does not answer" }).waitFor();
  await other.evaluate(() => {
    location.hash = "#/";
  });
  await other.waitForSelector(".card");
  await other.evaluate(() => {
    location.hash = "#/new/rollerball";
  });
  await other.getByRole("heading", { name: "Rollerball" }).waitFor();
  await other.context().close();
});

await test("what the server does not have is told in its words", async () => {
  const other = await open(browser, server.address);
  await other.evaluate(() => {
    location.hash = "#/new/nonsense";
  });
  await other.getByRole("alert").filter({ hasText: "The server says: there is no such page" }).waitFor();
  await other.context().close();
});

await test("a game survives the server", async () => {
  const first = await serve();
  const before = await open(browser, first.address);
  const game = await newGame(before, { variant: "byzantine4", players: ["human", "engine", "engine", "engine"].map((by) => (by === "human" ? { by } : { by, elo: 800, time: 20 })) });
  await before.fill(".typed", "a4a5");
  await before.press(".typed", "Enter");
  await before.waitForFunction(() => document.querySelectorAll(".moves .move").length === 5);
  await first.stop();
  const second = await serve([], first.games);
  await before.goto(`${second.address}/#/game/${game}`);
  await before.waitForFunction(() => document.querySelectorAll(".moves .move").length === 5);
  await before.context().close();
  await second.stop();
});

await test("pictures of every board at two sizes, and nothing wider than a phone", async () => {
  mkdirSync(FOLDER, { recursive: true });
  const variants = await page.evaluate(async () => (await fetch("/api/variants")).json());
  await page.evaluate(() => {
    location.hash = "#/";
  });
  await page.waitForSelector(".card");
  await page.screenshot({ path: join(FOLDER, "gallery.png"), fullPage: true });
  for (const { name } of variants) {
    await page.setViewportSize({ width: 1280, height: 860 });
    await newGame(page, { variant: name });
    const wide = join(FOLDER, `${name}-wide.png`);
    await page.screenshot({ path: wide });
    await page.setViewportSize({ width: 390, height: 844 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${name} is ${width} pixels wide on a phone`);
    await page.screenshot({ path: join(FOLDER, `${name}-phone.png`), fullPage: true });
    assert.ok(statSync(wide).size > 20_000, name);
  }
  console.log(`     they are in ${FOLDER}`);
});

await test("no errors, and no other server was asked", async () => {
  assert.deepEqual(page.problems, []);
});

await browser.close();
await server.stop();
finish();
