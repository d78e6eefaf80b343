// Lessons and preparation alone: positions that are set up, lessons, annotated games, lines that
// are pointed at, files of several games, the look of boards.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cells, contrast, FILES, finger, finish, fromDisk, launch, newGame, open, PATIENCE, picture, serve, test } from "./harness.mjs";

const server = await serve(FILES);
const browser = await launch();
const page = await open(browser, server.address);
await page.waitForSelector(".card");
const variants = await page.evaluate(async () => (await fetch("/api/variants")).json());

const go = (hash) => page.evaluate((to) => (location.hash = to), hash);
/** Opens the editor with a position, and waits for the server's answer. */
async function edit(variant, fen = "") {
  await go("#/");
  await page.waitForSelector(".card");
  await go(`#/edit/${variant}/${encodeURIComponent(fen)}`);
  await page.waitForFunction(() => document.querySelector(".editor .wide")?.value);
}
const fen = () => page.inputValue(".editor .wide");

await test("a position is set up by clicks, drags and keys, and played", async () => {
  await edit("chess");
  await page.click("#edit-clear");
  await page.waitForFunction(() => document.querySelectorAll(".board [data-at]").length === 0);
  await page.waitForFunction(() => document.querySelector(".editor .status")?.textContent.includes("Not yet a position"));
  const places = await cells(page, "chess");
  await page.click('[data-tool="0-5"]');
  await page.mouse.click(places.e1.x, places.e1.y);
  await page.click('[data-tool="1-5"]');
  await page.mouse.click(places.e8.x, places.e8.y);
  await page.click('[data-tool="0-3"]');
  await page.mouse.click(places.a1.x, places.a1.y);
  await page.waitForFunction(() => document.querySelector(".editor .wide")?.value.startsWith("4k3/8/8/8/8/8/8/R3K3 w"));
  // Drags move pieces, and off the board.
  await page.click('[data-tool="hand"]');
  await page.mouse.move(places.a1.x, places.a1.y);
  await page.mouse.down();
  await page.mouse.move(places.a5.x, places.a5.y, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector(".editor .wide")?.value.startsWith("4k3/8/8/R7/8/8/8/4K3 w"));
  // Keys: the cursor begins on a1.
  await page.click('[data-tool="0-4"]');
  await page.focus(".board");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".editor .wide")?.value.startsWith("4k3/8/8/R7/8/8/8/1Q2K3 w"));
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => document.querySelector(".editor .wide")?.value.startsWith("4k3/8/8/R7/8/8/8/4K3 w"));
  await page.selectOption('[aria-label="To move"]', "1");
  await page.waitForFunction(() => / b /.test(document.querySelector(".editor .wide")?.value));
  await picture(page, "editor-chess");
  await page.click("#edit-play");
  await page.waitForSelector("#play");
  assert.match(await page.inputValue('[aria-label="Position string"]'), /^4k3\/8\/8\/R7\/8\/8\/8\/4K3 b/);
});

await test("what else a position string says is kept when a piece changes, and comes back with it", async () => {
  const given = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Qkq e3 7 30";
  await edit("chess", given);
  const places = await cells(page, "chess");
  const shows = (wanted) => page.waitForFunction((text) => document.querySelector(".editor .wide")?.value === text, wanted);
  await page.click('[data-tool="1-0"]');
  await page.mouse.click(places.h7.x, places.h7.y);
  await shows("rnbqkbnr/ppp1ppp1/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Qkq e3 7 30");
  await page.click('[data-tool="1-3"]');
  await page.mouse.click(places.h8.x, places.h8.y);
  await shows("rnbqkbn1/ppp1ppp1/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Qq e3 7 30");
  await page.mouse.click(places.h8.x, places.h8.y);
  await shows("rnbqkbnr/ppp1ppp1/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Qkq e3 7 30");
});

await test("pieces without a position have no position string", async () => {
  await edit("chess");
  const places = await cells(page, "chess");
  await page.click('[data-tool="off"]');
  await page.mouse.click(places.e1.x, places.e1.y);
  await page.waitForFunction(() => document.querySelector(".editor .status")?.textContent.includes("Not yet a position"));
  assert.equal(await fen(), "");
  assert.ok(await page.isDisabled("#edit-play"));
});

await test("an answer that comes late takes no piece off that was put meanwhile", async () => {
  const context = await fromDisk(await browser.newContext({ viewport: { width: 1280, height: 860 } }));
  const slow = await context.newPage();
  slow.setDefaultTimeout(PATIENCE);
  let isHeld = false;
  const held = [];
  await slow.routeWebSocket(/\/ws$/, (socket) => {
    const far = socket.connectToServer();
    far.onMessage((message) => (isHeld ? held.push(() => socket.send(message)) : socket.send(message)));
  });
  await slow.goto(`${server.address}#/edit/chess`);
  await slow.waitForFunction(() => document.querySelector(".editor .wide")?.value);
  const places = await cells(slow, "chess");
  isHeld = true;
  await slow.click('[data-tool="0-4"]');
  await slow.mouse.click(places.a4.x, places.a4.y);
  while (held.length === 0) await slow.waitForTimeout(20);
  await slow.mouse.click(places.b4.x, places.b4.y);
  held.shift()();
  isHeld = false;
  await slow.waitForFunction(() => document.querySelector(".editor .wide")?.value.includes("/QQ6/"));
  await context.close();
});

await test("fingers drag pieces on a board to set up; a touch that the system takes away moves nothing", async () => {
  const phone = await open(browser, server.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await phone.waitForSelector(".card");
  await phone.evaluate(() => (location.hash = "#/edit/chess"));
  await phone.waitForFunction(() => document.querySelector(".editor .wide")?.value);
  const places = await cells(phone, "chess");
  const cancelled = await finger(phone, places.e2, places.e4);
  await phone.waitForSelector(".board .dragged");
  await cancelled("touchCancel");
  await phone.waitForFunction(() => document.querySelector(".board .dragged") === null);
  assert.equal(await phone.locator('.board [data-at="12"]').getAttribute("transform"), null);
  const lifted = await finger(phone, places.e2, places.e4);
  await lifted("touchEnd");
  await phone.waitForFunction(() => document.querySelector(".editor .wide")?.value.startsWith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/"));
  assert.deepEqual(phone.problems, []);
  await phone.context().close();
});

await test("on a phone a board to set up is so large that cells can be touched, and scrolling puts no piece", async () => {
  const phone = await open(browser, server.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await phone.waitForSelector(".card");
  await phone.evaluate(() => (location.hash = "#/edit/modern6"));
  await phone.waitForSelector("#zoom[aria-pressed=true]");
  await phone.waitForFunction(() => document.querySelector(".editor .wide")?.value);
  const least = await phone.$$eval(".board [data-cell]", (found) => Math.min(...found.map((cell) => cell.getBoundingClientRect().width)));
  assert.ok(least >= 24, `${least} pixels`);
  assert.ok((await phone.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  await phone.click('[data-tool="0-5"]');
  await phone.evaluate(() => window.scrollTo(0, 0));
  const [before, places] = [await phone.inputValue(".editor .wide"), await cells(phone, "modern6")];
  const lift = await finger(phone, places.a47, { x: places.a47.x + 60, y: places.a47.y });
  await lift("touchEnd");
  await phone.waitForTimeout(500);
  assert.equal(await phone.inputValue(".editor .wide"), before);
  const there = (await cells(phone, "modern6")).a47;
  await phone.touchscreen.tap(there.x, there.y);
  await phone.waitForFunction((text) => ![text, ""].includes(document.querySelector(".editor .wide")?.value ?? ""), before);
  assert.deepEqual(phone.problems, []);
  await phone.context().close();
});

await test("addresses with bare slashes are read whole, and those with a lonely percent sign too", async () => {
  for (const part of ["edit", "new", "position"]) {
    await go("#/");
    await page.waitForSelector(".card");
    await go(`#/${part}/chess/4k3/8/8/8/8/8/8/R3K3 w Q - 3 20`);
    if (part === "position") await page.waitForSelector('.board [data-at="60"]');
    else await page.waitForFunction(() => document.querySelector('[aria-label="Position string"]')?.value === "4k3/8/8/8/8/8/8/R3K3 w Q - 3 20");
  }
  await go("#/new/chess/8%2F8%");
  await page.waitForFunction(() => document.querySelector('.setup [aria-label="Position string"]')?.value === "8/8%");
  await go("#/edit/chess/8%2F8%");
  await page.waitForFunction(() => document.querySelector(".editor .status")?.textContent.includes("Not yet a position"));
  assert.ok(await page.isHidden("#notice"), "no notice");
});

for (const { name } of variants) {
  await test(`${name}: the editor shows the start, and it stays the same without a piece and with it again`, async () => {
    await edit(name);
    const start = await fen();
    const [cell, tool] = await page.$$eval(".board [data-at]", (found) => {
      // A piece that is no king.
      const kind = (group) => group.querySelector("use").getAttribute("href").split("-").slice(1);
      const pawn = found.find((group) => kind(group)[0] === "0") ?? found[0];
      const [number, seat] = kind(pawn);
      return [Number(pawn.dataset.at), `${seat}-${number}`];
    });
    const places = Object.values(await cells(page, name));
    const { x, y } = places.find(({ number }) => number === cell);
    await page.click(`[data-tool="${tool}"]`);
    await page.mouse.click(x, y);
    await page.waitForFunction((before) => (document.querySelector(".editor .wide")?.value ?? before) !== before, start);
    await page.mouse.click(x, y);
    await page.waitForFunction((before) => document.querySelector(".editor .wide")?.value === before, start);
  });
}

await test("the moves of a line are shown while they are pointed at", async () => {
  await newGame(page, { variant: "chess", fen: "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1" });
  await page.click("#analyse");
  await page.waitForFunction(() => /Ra8/.test(document.querySelector(".lines .line")?.textContent ?? ""));
  const rook = () => page.evaluate(() => document.querySelector('.board [data-at="56"]') !== null);
  await page.hover(".lines .line");
  await page.waitForSelector(".frame.ahead");
  assert.ok(await rook(), "the rook is shown on a8");
  assert.equal(await page.locator(".moves .move:not(.start)").count(), 0);
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => document.querySelector(".frame.ahead") === null);
  assert.ok(!(await rook()));
  await page.click(".lines .line");
  await page.waitForSelector('.moves [data-notation="a1a8"]');
  await page.click("#analyse");
});

await test("every game is learnt by five positions, which say whether the move was right", async () => {
  await go("#/new/rollerball");
  await page.click("#learn");
  await page.waitForSelector(".lesson");
  assert.match(await page.textContent(".lesson h2"), /^Position 1 of 5: /);
  const places = await cells(page, "rollerball");
  const move = async (from, to) => {
    await page.mouse.click(places[from].x, places[from].y);
    await page.mouse.click(places[to].x, places[to].y);
  };
  await move("g4", "g3");
  await page.waitForSelector("#lesson-again:not([hidden])");
  await page.click("#lesson-again");
  await page.waitForFunction(() => document.querySelector(".move.view")?.classList.contains("start"));
  await move("g4", "e1");
  await page.waitForSelector(".lesson.right");
  await picture(page, "lesson");
  for (let at = 2; at <= 5; at += 1) {
    await page.click(".lesson a:has-text('Next')");
    await page.waitForFunction((wanted) => document.querySelector(".lesson h2")?.textContent.startsWith(`Position ${wanted} of 5`), at);
  }
  await go("#/");
  await page.waitForSelector(".card");
  assert.equal(await page.locator('.kept a:has-text("Rollerball")').count(), 0, "lessons are not kept");
});

await test("a game with comments is shown", async () => {
  await go("#/new/rollerball");
  await page.click("#annotated");
  await page.waitForSelector(".moves .comment");
  assert.ok((await page.locator(".moves .comment").count()) >= 5);
});

await test("a file of several games is taken in, and all games are saved as one", async () => {
  const file = join(tmpdir(), `rotunda-${process.pid}.pgn`);
  writeFileSync(file, '[Event "one"]\n[Result "*"]\n\n1. e4 e5 {both} *\n\n[Event "two"]\n[Variant "Standard"]\n[Result "*"]\n\n1. d4 d5 *\n\n[Event "three"]\n[Variant "rollerball"]\n[Result "*"]\n\n1. c2b3 e6f5 *\n');
  await go("#/");
  await page.click("summary:has-text('Import games')");
  await page.setInputFiles("#pgn-file", file);
  await page.waitForSelector('.moves [data-notation="e7e5"]');
  await go("#/");
  await page.waitForFunction(() => document.querySelectorAll(".kept [data-kept]").length >= 3);
  await page.click("#save-all");
  await page.waitForSelector("dialog textarea");
  const all = await page.inputValue("dialog textarea");
  for (const event of ["one", "two", "three"]) assert.match(all, new RegExp(`\\[Event "${event}"\\]`));
  await page.click("dialog button.quiet");
});

await test("boards and pieces have several looks, on all of which names and dots are seen", async () => {
  await newGame(page, { variant: "circular70" });
  const places = await cells(page, "circular70");
  await page.click(".looks summary");
  for (const look of ["wood", "green", "blue", "grey", "sand"]) {
    await page.selectOption("#look-board", look);
    await page.mouse.click(places.b1.x, places.b1.y);
    const found = await page.evaluate(() => {
      const style = (selector) => getComputedStyle(document.querySelector(selector)).fill;
      return { cells: [".cell.light", ".cell.dark"].map(style), name: style(".names .on"), dot: style(".target") };
    });
    for (const shade of found.cells) {
      assert.ok(contrast(found.name, shade) >= 4.5, `${look}: names ${contrast(found.name, shade).toFixed(2)}`);
      assert.ok(contrast(found.dot, shade) >= 3, `${look}: dots ${contrast(found.dot, shade).toFixed(2)}`);
    }
    await page.focus(".board");
    await page.keyboard.press("Escape");
    await picture(page, `look-${look}`);
  }
  const shown = () => page.$eval(".glyph .plainly", (part) => getComputedStyle(part).display);
  assert.equal(await shown(), "none");
  const figures = await page.locator(".board").screenshot();
  await page.selectOption("#look-pieces", "letters");
  assert.notEqual(await shown(), "none");
  assert.notDeepEqual(await page.locator(".board").screenshot(), figures, "the pieces on the board change, too");
  await picture(page, "look-letters");
  await page.reload();
  await page.waitForSelector(".board [data-at]");
  assert.notEqual(await shown(), "none");
  await page.click(".looks summary");
  await page.selectOption("#look-pieces", "figures");
});

await test("pieces are wedges that point away from their owners, whichever side is at the bottom", async () => {
  await newGame(page, { variant: "chess" });
  await page.selectOption("#look-pieces", "wedges");
  const shown = await page.$$eval(".glyph", (all) => all.map((glyph) => [...glyph.children].filter((part) => getComputedStyle(part).display !== "none").map((part) => part.getAttribute("class"))));
  assert.deepEqual(shown, shown.map(() => ["wedged"]));
  const turns = () => page.$$eval(".board .wedged", (all) => [...new Set(all.map((wedge) => `${wedge.dataset.owner} ${wedge.getAttribute("transform")}`))].filter((text) => !text.startsWith("2")));
  assert.deepEqual(await turns(), ["0 rotate(0 50 50)", "1 rotate(180 50 50)"]);
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("f");
  assert.deepEqual(await turns(), ["0 rotate(-180 50 50)", "1 rotate(0 50 50)"]);
  // A king, a rook, a bishop, a knight and a pawn have characters, a queen has its letter.
  assert.equal(await page.locator('.board .wedged[data-owner="0"] .letter').count(), 1);
  await picture(page, "look-wedges");
  await page.selectOption("#look-pieces", "figures");
});

await test("the Möbius strip shows its twist, and Xiangqi is played on lines by Red and Black", async () => {
  const other = await serve(["moebius", "xiangqi"].flatMap((name) => ["--load", new URL(`../../games/games/${name}.toml`, import.meta.url).pathname]));
  const there = await open(browser, other.address);
  await newGame(there, { variant: "moebius" });
  assert.equal(await there.locator(".board .seam").count(), 8);
  await picture(there, "moebius");
  await newGame(there, { variant: "moebius", fen: "4/4/4/k3/4/4/4/4/4/K3/4/1B2 w - - 0 1", moves: ["b1d12"] });
  await there.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
  const drawn = await there.getAttribute(".trails .arrow.last", "d");
  assert.equal(drawn.match(/M/g).length, 2, `it leaves the board and comes back: ${drawn}`);
  await picture(there, "moebius-move");
  await newGame(there, { variant: "xiangqi" });
  assert.equal(await there.locator(".board .board-line").count(), 30);
  assert.match(await there.textContent(".seats"), /Red/);
  assert.match(await there.textContent(".status"), /^Red to move/);
  await picture(there, "xiangqi");
  assert.deepEqual(there.problems, []);
  await other.stop();
});

await test("no errors, and no other server was asked", async () => {
  assert.deepEqual(page.problems, []);
});

await browser.close();
await server.stop();
finish();
