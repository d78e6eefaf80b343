// A game as it is played at one desk: comments, two tabs, side lines, thinking, the end, the way back.

import assert from "node:assert/strict";
import { cells, finish, fromDisk, launch, newGame, open, serve, test } from "./harness.mjs";

const server = await serve();
const browser = await launch();
const page = await open(browser, server.address);

const moves = () => page.$$eval(".moves .move:not(.start)", (found) => found.map((element) => element.dataset.notation));
const viewed = (on = page) => on.getAttribute(".moves .view", "data-notation");
const waitForMoves = (count, on = page) => on.waitForFunction((wanted) => document.querySelectorAll(".moves .move:not(.start)").length >= wanted, count);
/** Waits until the status says so: the page writes it with the next frame, the list of moves perhaps before. */
const waitForStatus = (pattern, on = page) => on.waitForFunction((source) => new RegExp(source).test(document.querySelector(".status")?.textContent), pattern.source);
/** Types a move, and waits until it is looked at. */
async function type(text, notation = text, on = page) {
  await on.fill(".typed", text);
  await on.press(".typed", "Enter");
  await on.waitForSelector(`.moves .view[data-notation="${notation}"]`);
}
/** Types a move of a game in which an engine may answer before it is looked at. */
async function typeAgainstEngine(text, on = page) {
  await on.fill(".typed", text);
  await on.press(".typed", "Enter");
  await on.waitForSelector(`.moves [data-notation="${text}"]`);
}
const slow = { by: "engine", elo: null, time: 60_000 };

await test("a comment that is being typed stays with its position when the engine moves", async () => {
  const game = await newGame(page, { variant: "rollerball", players: [{ by: "human" }, slow] });
  const other = await open(browser, server.address);
  await other.evaluate((name) => (location.hash = `#/game/${name}`), game);
  await other.waitForSelector(".board [data-at]");
  await type("c2b3");
  await page.focus(".note");
  await page.keyboard.type("a good ");
  // The engine moves while the rest is being typed.
  await other.click("#hurry");
  await waitForMoves(2);
  await page.keyboard.type("move");
  assert.equal(await page.inputValue(".note"), "a good move");
  await page.evaluate(() => document.activeElement.blur());
  await page.waitForSelector('.moves .comment:has-text("a good move")');
  assert.equal(await page.inputValue(".note"), "");
  await page.click('.moves [data-notation="c2b3"]');
  await page.waitForFunction(() => document.querySelector(".note")?.value === "a good move");
  // A comment that is being written when the game is left is kept, too.
  await page.focus(".note");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("!");
  await page.evaluate(() => (location.hash = "#/"));
  await other.waitForSelector('.moves .comment:has-text("a good move!")');
  await other.context().close();
});

await test("a second tab has a position of its own, and does not drag the first off the game", async () => {
  const players = [{ by: "human" }, { ...slow, time: 100 }];
  const game = await newGame(page, { variant: "chess", players });
  await typeAgainstEngine("e2e4");
  await waitForMoves(2);
  const other = await open(browser, server.address);
  await other.evaluate((name) => (location.hash = `#/game/${name}`), game);
  await other.waitForSelector(".board [data-at]");
  const before = await viewed();
  await other.keyboard.press("Home");
  await other.waitForSelector(".move.start.view");
  await type("d2d4", "d2d4", other);
  // It is a side line, and says so; the first tab has heard of it and stays.
  await waitForStatus(/^Side line; the game stands at 1… .*Black to move/, other);
  assert.ok(await other.locator("button.primary:has-text('Play from here')").isVisible());
  await page.waitForSelector('.moves [data-notation="d2d4"]');
  assert.equal(await viewed(), before);
  await typeAgainstEngine("b1c3");
  await waitForMoves(5);
  assert.equal(await viewed(other), "d2d4");
  // Two who look at one earlier position: only the one who moves goes on from it.
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Home");
  await other.evaluate(() => document.activeElement.blur());
  await other.keyboard.press("Home");
  await page.waitForSelector(".move.start.view");
  await other.waitForSelector(".move.start.view");
  await type("c2c4", "c2c4", other);
  await page.waitForSelector('.moves [data-notation="c2c4"]');
  assert.ok(await page.locator(".move.start.view").isVisible());
  assert.deepEqual(other.problems, []);
  await other.context().close();
});

await test("where people play alone a move elsewhere is a variation, too", async () => {
  await newGame(page, { variant: "chess", moves: ["e2e4", "e7e5"] });
  await waitForMoves(2);
  await page.keyboard.press("Home");
  await page.waitForSelector(".move.start.view");
  await type("d2d4");
  assert.equal(await page.getAttribute(".moves .live", "data-notation"), "e7e5");
  await waitForStatus(/^Side line/);
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.waitForSelector('.moves .live[data-notation="d2d4"]');
  await waitForStatus(/^Black to move/);
});

await test("a move that is taken back is taken off the board", async () => {
  await newGame(page, { variant: "chess", moves: ["e2e4", "e7e5"] });
  await waitForMoves(2);
  const { e5, e7 } = await cells(page, "chess");
  const stands = (cell) => page.locator(`.board [data-at="${cell.number}"]`).count();
  assert.deepEqual([await stands(e5), await stands(e7)], [1, 0]);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForSelector('.moves .live.view[data-notation="e2e4"]');
  assert.deepEqual([await stands(e5), await stands(e7)], [0, 1]);
  assert.deepEqual(await page.$$eval(".moves .ahead", (found) => found.map((element) => element.dataset.notation)), ["e7e5"]);
});

await test("after a click on the board the arrow keys and the wheel step through the moves", async () => {
  await newGame(page, { variant: "chess", moves: ["e2e4", "e7e5"] });
  await waitForMoves(2);
  const places = await cells(page, "chess");
  await page.mouse.click(places.g1.x, places.g1.y);
  await page.mouse.click(places.f3.x, places.f3.y);
  await page.waitForSelector('.moves .view[data-notation="g1f3"]');
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector('.moves .view[data-notation="e7e5"]');
  assert.equal(await page.locator(".board .cursor").count(), 0);
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector('.moves .view[data-notation="g1f3"]');
  await page.mouse.wheel(0, -120);
  await page.waitForSelector('.moves .view[data-notation="e7e5"]');
  await page.mouse.wheel(0, 120);
  await page.waitForSelector('.moves .view[data-notation="g1f3"]');
  // Enter brings the cursor of the keyboard, and then the arrow keys move it.
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".board .cursor").count(), 1);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await viewed(), "g1f3");
});

await test("a click on the last cell of a series plays it", async () => {
  await newGame(page, { variant: "ordinary", fen: "12/12/12/12/2p1p7/12/2p9/1C10/12/K10k w - - 0 1" });
  const places = await cells(page, "ordinary");
  await page.mouse.click(places.b3.x, places.b3.y);
  await page.mouse.click(places.f7.x, places.f7.y);
  await page.waitForSelector('.moves [data-notation="b3d5f7"]');
});

await test("a message does not follow to another game, and covers no button", async () => {
  await newGame(page, { variant: "chess" });
  await page.fill(".typed", "e2e5");
  await page.press(".typed", "Enter");
  await page.waitForSelector("#notice:not([hidden])");
  assert.equal(await page.$eval("#notice", (box) => getComputedStyle(box).pointerEvents), "none");
  await newGame(page, { variant: "rollerball" });
  assert.ok(await page.locator("#notice").isHidden());
});

await test("a king that is led onto its own rook castles, if it may", async () => {
  const led = async (rights) => {
    await newGame(page, { variant: "chess", fen: `4k3/8/8/8/8/8/8/R3K2R w ${rights} - 0 1` });
    const { e1, h1 } = await cells(page, "chess");
    return { e1, h1 };
  };
  const { e1, h1 } = await led("KQ");
  await page.mouse.click(e1.x, e1.y);
  await page.mouse.click(h1.x, h1.y);
  await page.waitForSelector('.moves [data-notation="e1g1"]');
  await led("KQ");
  await page.mouse.move(e1.x, e1.y);
  await page.mouse.down();
  await page.mouse.move(h1.x, h1.y, { steps: 5 });
  await page.mouse.up();
  await page.waitForSelector('.moves [data-notation="e1g1"]');
  // Where it may not, the rook is picked instead.
  await led("Q");
  await page.mouse.click(e1.x, e1.y);
  await page.mouse.click(h1.x, h1.y);
  assert.equal(await page.locator(".moves .move").count(), 1);
  assert.equal(await page.locator(".board [data-target]").count(), 9);
});

await test("an engine that thinks is seen to, and moves when it is asked to", async () => {
  await newGame(page, { variant: "modern4", players: [{ by: "human" }, slow, slow, slow] });
  const places = await cells(page, "modern4");
  const top = () => page.evaluate(() => document.querySelector(".board").getBoundingClientRect().top);
  const before = await top();
  const start = await page.$eval(".board .start", (path) => Number(path.dataset.cell));
  const from = Object.values(places).find(({ number }) => number === start);
  await page.mouse.click(from.x, from.y);
  const target = await page.$eval(".board [data-target]", (dot) => Number(dot.dataset.target));
  const to = Object.values(places).find(({ number }) => number === target);
  await page.mouse.click(to.x, to.y);
  await page.waitForFunction(() => /thinking, depth \d+, \d+ s/.test(document.querySelector(".seat.turn .who")?.textContent));
  await page.waitForSelector(".sharebar:not([hidden])");
  assert.equal(await top(), before);
  await page.click("#hurry");
  await waitForMoves(2);
  await page.waitForFunction(() => /thinking/.test(document.querySelector(".seat:nth-child(3) .who")?.textContent));
  assert.equal(await page.locator(".who:has-text('thinking')").count(), 1);
});

await test("a game that is over has a result, and goes on with a rematch", async () => {
  const fen = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
  await newGame(page, { variant: "chess", fen, players: [{ by: "human", name: "Ann" }, { by: "human", name: "Bob" }] });
  await page.fill(".typed", "g6g7");
  await page.press(".typed", "Enter");
  await page.waitForSelector(".ending:not([hidden])");
  assert.match(await page.textContent(".ending"), /After 1 move. Points of 100: White 100, Black 0/);
  assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0);
  const old = await page.getAttribute(".game", "data-game");
  await page.getByRole("button", { name: "Play the other side" }).click();
  await page.waitForSelector(`.game:not([data-game="${old}"]) .board [data-at]`);
  assert.match(await page.textContent(".seats"), /White.*Bob.*Black.*Ann/);
  assert.equal(await page.locator(".moves .move").count(), 1);
});

await test("an engine that expects more plays on, people at one desk agree, and a new game can be broken off", async () => {
  page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
  await newGame(page, { variant: "chess", players: [{ by: "human" }, slow] });
  await page.click("#draw");
  await page.getByRole("alert").filter({ hasText: "the engine plays on" }).waitFor();
  await newGame(page, { variant: "chess", moves: ["e2e4", "e7e5"] });
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 3);
  assert.ok(await page.locator("#abort").isHidden(), "everybody has moved");
  await page.click("#draw");
  await page.waitForFunction(() => document.querySelector(".status")?.textContent === "Agreed: a draw.");
  await page.waitForSelector("#rematch");
  await newGame(page, { variant: "modern3", moves: ["d4d5"] });
  await page.click("#abort");
  await page.waitForSelector("h1:has-text('The game was broken off')");
  await page.evaluate(() => (location.hash = "#/"));
  await page.waitForSelector(".card");
  assert.equal(await page.locator('.kept li:first-child:has-text("three")').count(), 0);
});

await test("a reload keeps the side, the analysis and its lines", async () => {
  await newGame(page, { variant: "circular66" });
  await page.keyboard.press("f");
  await page.selectOption("#lines", "3");
  await page.click("#analyse");
  await page.waitForFunction(() => document.querySelectorAll(".lines li").length === 3);
  const turn = () => page.getAttribute(".board > g", "transform");
  const before = await turn();
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".lines li").length === 3);
  assert.equal(await turn(), before);
  assert.equal(await page.getAttribute("#analyse", "aria-pressed"), "true");
  await page.click("#analyse");
});

await test("steps ask nothing that is not needed, and a game that is left leaves nothing behind", async () => {
  const other = await fromDisk(await browser.newContext());
  const fresh = await other.newPage();
  await fresh.addInitScript(() => {
    window.sent = [];
    window.timers = new Set();
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
      window.sent.push(JSON.parse(text).type);
      send.call(this, text);
    };
    const [begin, end] = [window.setInterval, window.clearInterval];
    window.setInterval = (...words) => {
      const timer = begin(...words);
      window.timers.add(timer);
      return timer;
    };
    window.clearInterval = (timer) => {
      window.timers.delete(timer);
      end(timer);
    };
  });
  await fresh.goto(server.address);
  const game = await newGame(fresh, { variant: "chess", moves: ["e2e4", "e7e5", "g1f3"] });
  await waitForMoves(3, fresh);
  await fresh.evaluate(() => window.sent.splice(0));
  await fresh.keyboard.press("ArrowLeft");
  await fresh.waitForSelector('.view[data-notation="e7e5"]');
  await fresh.waitForFunction(() => document.querySelectorAll(".board .start").length > 0);
  assert.deepEqual(await fresh.evaluate(() => window.sent), ["look"]);
  for (let visits = 0; visits < 3; visits += 1) {
    await fresh.evaluate(() => (location.hash = "#/"));
    await fresh.waitForSelector(".card");
    assert.equal(await fresh.evaluate(() => window.timers.size), 0);
    await fresh.evaluate((name) => (location.hash = `#/game/${name}`), game);
    await fresh.waitForSelector(".board [data-at]");
    // One for the clocks, one for who is there.
    assert.equal(await fresh.evaluate(() => window.timers.size), 2);
  }
  await other.close();
});

await test("the list of moves is one stop of the tabulator, and says where it is", async () => {
  await newGame(page, { variant: "rollerball", moves: ["c2b3", "e6f5"] });
  await waitForMoves(2);
  assert.equal(await page.locator('.moves [tabindex="0"]').count(), 1);
  assert.deepEqual(await page.$$eval(".moves [aria-current]", (found) => found.map((element) => [element.dataset.notation, element.getAttribute("aria-current")])), [["e6f5", "true"]]);
  await page.focus('.moves [tabindex="0"]');
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector('.view[data-notation="c2b3"]');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.notation), "c2b3");
  assert.equal(await page.getAttribute('[data-notation="c2b3"]', "aria-label"), "White: pawn c2b3");
  // The board is read by its pieces, not by the names of files and ranks.
  const tree = await page.locator(".boardside").ariaSnapshot();
  assert.match(tree, /White: pawn .*king d2/);
  assert.doesNotMatch(tree, /text: a b c|: a b c d/);
});

await test("rules stand in whole sentences, in every game", async () => {
  const rows = await page.evaluate(async () => (await fetch("/api/variants")).json());
  for (const { name, title } of rows) {
    await page.evaluate((to) => (location.hash = `#/new/${to}`), name);
    await page.waitForSelector(`.setup .board[aria-label="The start of ${title}"] [data-at]`);
    const found = await page.$$eval(".setup details p, .setup details dd", (parts) => parts.map((part) => part.textContent));
    assert.ok(found.length > 0, name);
    for (const text of found) assert.match(text, /[.:)]$/, `${name}: ${text}`);
    for (const text of found) assert.doesNotMatch(text, / {2}/, `${name}: ${text}`);
  }
});

await test("with a clock no time for a move is asked for", async () => {
  await page.evaluate(() => (location.hash = "#/new/chess"));
  await page.waitForSelector("#play");
  const time = page.getByLabel("Time of Black for a move");
  assert.ok(await time.isVisible());
  await page.selectOption('select[aria-label="Clock"]', "1");
  assert.ok(!(await time.isVisible()));
});

await test("the gallery has groups, a search, and the kept games on top with their dates", async () => {
  await page.evaluate(() => (location.hash = "#/"));
  await page.waitForSelector(".kept li");
  const groups = await page.$$eval(".group", (found) => found.map((group) => group.dataset.group));
  assert.deepEqual(groups, ["Two players", "Three players", "Four players", "Five players", "Six players", "Teams"]);
  const isOnTop = await page.evaluate(() => document.querySelector(".kept").getBoundingClientRect().top < document.querySelector(".card").getBoundingClientRect().top);
  assert.ok(isOnTop);
  assert.match(await page.getAttribute(".kept time", "datetime"), /^20\d\d-/);
  const sentences = await page.$$eval(".card .about", (found) => found.map((element) => element.textContent));
  assert.ok(sentences.every((text) => /^[A-Z0-9].*\.$/.test(text)), String(sentences));
  await page.fill(".search", "roller");
  assert.deepEqual(await page.$$eval(".card:not([hidden])", (cards) => cards.map((card) => card.dataset.variant)), ["rollerball"]);
  await page.fill(".search", "");
  assert.doesNotMatch(await page.textContent(".kept"), /\b1 moves/);
});

await test("each place is shown from its top, and the gallery where it was left", async () => {
  const phone = await open(browser, server.address, { viewport: { width: 390, height: 844 } });
  await phone.waitForSelector(".card");
  const scrolled = () => phone.evaluate(() => window.scrollY);
  await phone.locator('.card[href="#/new/rollerball"]').scrollIntoViewIfNeeded();
  await phone.evaluate(() => window.scrollTo(0, 2000));
  await phone.evaluate(() => document.querySelector('.card[href="#/new/rollerball"]').click());
  await phone.waitForSelector("#play");
  assert.equal(await scrolled(), 0);
  await phone.evaluate(() => window.scrollTo(0, 400));
  await phone.evaluate(() => document.querySelector("#play").click());
  await phone.waitForSelector(".game .board [data-at]");
  assert.equal(await scrolled(), 0);
  await phone.goBack();
  await phone.waitForSelector("#play");
  await phone.goBack();
  await phone.waitForSelector(".card");
  await phone.waitForFunction(() => window.scrollY > 1000);
  await phone.context().close();
});

await test("no errors, and no other server was asked", async () => {
  assert.deepEqual(page.problems, []);
});

await browser.close();
await server.stop();
finish();
