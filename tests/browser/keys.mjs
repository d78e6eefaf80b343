// All that is played by clicks is played by keys, and read out.

import assert from "node:assert/strict";
import { cells, finish, launch, newGame, open, serve, test } from "./harness.mjs";

const server = await serve();
const browser = await launch();
const page = await open(browser, server.address);

/** The last text for screen readers. */
const heard = () => page.textContent("#announcer");
/** The cell on which the board's cursor is. */
const under = async () => (await heard()).split(" ")[0];

/** Leads the cursor to a cell by arrow keys. */
async function goTo(places, cell) {
  for (let presses = 0; (await under()) !== cell && presses < 80; presses += 1) {
    const [from, to] = [places[await under()], places[cell]];
    const [x, y] = from ? [to.x - from.x, to.y - from.y] : [1, 0];
    const keys = [x > 0 ? "ArrowRight" : "ArrowLeft", y > 0 ? "ArrowDown" : "ArrowUp"];
    if (Math.abs(y) > Math.abs(x)) keys.reverse();
    const before = await under();
    await page.keyboard.press(keys[0]);
    if ((await under()) === before) await page.keyboard.press(keys[1]);
  }
  assert.equal(await under(), cell);
}

/** Points at cells one after the other. */
async function point(variant, names) {
  const places = await cells(page, variant);
  await page.focus(".board");
  await page.keyboard.press("ArrowRight");
  for (const name of names) {
    await goTo(places, name);
    await page.keyboard.press("Enter");
  }
}

/** Goes on by the tabulator until an element has the focus. */
async function tabTo(selector) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the tabulator does not lead to ${selector}`);
}

const played = (text) => page.waitForSelector(`.moves [data-notation="${text}"]`);

await test("keys alone play, step and turn the board", async () => {
  await page.evaluate(() => {
    location.hash = "#/";
  });
  await page.waitForSelector(".card");
  await page.focus('[data-variant="chess"]');
  await page.keyboard.press("Enter");
  await page.waitForSelector("#board");
  await page.focus("#board");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".game .board [data-at]");
  await page.focus(".board");
  await page.keyboard.press("ArrowRight");
  for (let presses = 0; (await heard()).slice(0, 2) !== "e2" && presses < 60; presses += 1) {
    const [file, rank] = (await heard()).slice(0, 2);
    await page.keyboard.press(rank > "2" ? "ArrowDown" : rank < "2" ? "ArrowUp" : file > "e" ? "ArrowLeft" : "ArrowRight");
  }
  assert.match(await heard(), /^e2 White pawn/);
  await page.keyboard.press("Enter");
  assert.match(await heard(), /may go to e3, e4|may go to e4, e3/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.match(await heard(), /^e4 empty, target/);
  await page.keyboard.press("Enter");
  await page.waitForSelector('.moves [data-notation="e2e4"]');
  assert.match(await heard(), /White: e4/);
  await page.keyboard.press("Escape");
  await page.focus("#analyse");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector(".move.view")?.classList.contains("start"));
  await page.keyboard.press("End");
  await page.keyboard.press("f");
  assert.match(await heard(), /seen by Black/);
  await page.focus(".typed");
  await page.keyboard.type("e7e5");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.moves [data-notation="e7e5"]');
});

await test("a promotion by keys, after which the board has the focus again", async () => {
  await newGame(page, { variant: "chess", fen: "7k/4P3/6K1/8/8/8/8/8 w - - 0 1" });
  await point("chess", ["e7", "e8"]);
  await tabTo('.picker [data-move="e7e8r"]');
  await page.keyboard.press("Enter");
  await played("e7e8r");
  assert.match(await heard(), /White: e8=R.*Checkmate: White wins/);
  assert.ok(await page.evaluate(() => document.activeElement.matches(".board")));
});

await test("a series of jumps by keys, ended by the same cell twice", async () => {
  await newGame(page, { variant: "ordinary", fen: "12/12/12/12/2p1p7/12/2p9/1C10/12/K10k w - - 0 1" });
  await point("ordinary", ["b3", "d5"]);
  assert.match(await heard(), /may go to (b7, f7|f7, b7), or the same cell again to stop/);
  await page.keyboard.press("Enter");
  await played("b3d5");
  await newGame(page, { variant: "ordinary", fen: "12/12/12/12/2p1p7/12/2p9/1C10/12/K10k w - - 0 1" });
  await point("ordinary", ["b3", "d5", "f7"]);
  await played("b3d5f7");
});

await test("a swap, a removal and a pass by keys", async () => {
  const teams = "byzantine4-2v2";
  await newGame(page, { variant: teams, fen: "4aPcM26/32/4cP2aR24/2aK15cK3bKdK8 a abcd ac.bd b 4 1" });
  await point(teams, ["d5", "d6"]);
  await played("d5d6");
  await newGame(page, { variant: "byzantine3", fen: "4aPaM18/24/24/2aK5bKbN6cKcN6 b abc - b 0 1" });
  await page.focus(".board");
  await tabTo('[data-move="xd5d6"]');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "remove d5 and d6");
  await page.keyboard.press("Enter");
  await played("xd5d6");
  await newGame(page, { variant: teams, fen: "4aPxbN26/32/32/18cK3dK9 a acd ac.bd b 0 1" });
  await page.focus(".board");
  await tabTo('[data-move="0000"]');
  assert.ok(await page.evaluate(() => document.activeElement.closest("[aria-live=polite]") !== null));
  await page.keyboard.press("Enter");
  await played("0000");
  assert.match(await heard(), /to move/);
});

await test("the whole board is said, and what may come to a cell", async () => {
  await newGame(page, { variant: "chess" });
  await point("chess", ["e4"]);
  await page.keyboard.press("m");
  assert.equal(await heard(), "e4: may be reached by White pawn e2");
  await page.keyboard.press("l");
  assert.match(await heard(), /^White: pawn a2 b2 .* king e1\. Black: pawn a7 /);
});

await test("the pieces of a kind are said, and what attacks and protects a cell", async () => {
  await newGame(page, { variant: "chess", moves: ["e2e4", "d7d5", "b1c3"] });
  await point("chess", ["d5"]);
  await page.keyboard.press("p");
  assert.equal(await heard(), "White: pawn a2 b2 c2 d2 f2 g2 h2 e4. Black: pawn d5 a7 b7 c7 e7 f7 g7 h7");
  await page.keyboard.press("x");
  await page.waitForFunction(() => document.getElementById("announcer")?.textContent === "d5: attacked by White knight c3, White pawn e4; protected by Black queen d8");
  await newGame(page, { variant: "modern4-2v2" });
  await point("modern4-2v2", ["a4"]);
  await page.keyboard.press("x");
  await page.waitForFunction(() => document.getElementById("announcer")?.textContent === "a4: protected by Yellow king a3, Yellow bishop b3, Yellow knight c3");
});

await test("nothing went wrong", async () => {
  assert.deepEqual(page.problems, []);
});

await browser.close();
await server.stop();
finish();
