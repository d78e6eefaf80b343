// What the page teaches and how a game feels: ways of any piece, reasons, premoves, drawings,
// hints, reviews, signs of one's turn; and whether axe-core finds no fault on any page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cells, finish, launch, newGame, open, serve, test } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const server = await serve();
const browser = await launch();
const page = await open(browser, server.address);
const slow = { by: "engine", elo: null, time: 60_000 };

/** Clicks cells one after the other. */
async function click(variant, ...names) {
  const places = await cells(page, variant);
  for (const name of names) await page.mouse.click(places[name].x, places[name].y);
  return places;
}
/** The names of the cells that carry a mark, once there are so many. */
async function marked(places, mark, count) {
  await page.waitForFunction(([name, wanted]) => document.querySelectorAll(`.board [data-${name}]`).length === wanted, [mark, count]);
  const numbers = await page.$$eval(`.board [data-${mark}]`, (found, name) => found.map((element) => Number(element.dataset[name])), mark);
  return Object.keys(places).filter((name) => numbers.includes(places[name].number)).sort();
}
const said = (text) => page.waitForFunction((wanted) => document.querySelector(".status")?.textContent.includes(wanted), text);

await test("any piece shows its ways at any time, an enemy's too", async () => {
  await newGame(page, { variant: "chess" });
  const places = await click("chess", "g8");
  assert.deepEqual(await marked(places, "reach", 2), ["f6", "h6"]);
  assert.equal(await page.locator(".board .ways .way").count(), 2);
  assert.match(await page.textContent("#announcer"), /^Black knight g8: goes to (f6, h6|h6, f6)/);
  // A second click ends it.
  await click("chess", "g8");
  await marked(places, "reach", 0);
  // Of a rook that rebounds the way goes round the corner.
  await newGame(page, { variant: "rollerball", fen: "K6/3k3/2***2/2***1R/2***2/4B2/7 w - 0 1" });
  await click("rollerball", "g4");
  await page.waitForSelector(".board .ways .way");
  const turns = await page.$$eval(".board .ways .way", (ways) => ways.filter((way) => {
    const [length, box] = [way.getTotalLength(), way.getBBox()];
    return length > 1.1 * Math.hypot(box.width, box.height);
  }).length);
  assert.ok(turns > 0, "no way has a turn in it");
});

await test("what keeps a move from being legal is marked and said", async () => {
  await newGame(page, { variant: "chess", fen: "4k3/8/8/8/4r3/8/4N3/4K2R w K - 0 1" });
  const places = await click("chess", "e2");
  assert.equal((await marked(places, "barred", 6)).length, 6);
  await click("chess", "c3");
  await said("e2c3 would leave White's own king to the rook on e4.");
  await click("chess", "h1", "h8");
  await page.waitForSelector('.moves [data-notation="h1h8"]');
  await newGame(page, { variant: "chess" });
  await click("chess", "a1", "a3");
  await said("has no legal move");
  await click("chess", "e2", "d3");
  await said("The pawn on e2 goes only to capture to d3.");
});

await test("rights and the rules stand beside the board, and a piece of the rules shows its ways", async () => {
  await newGame(page, { variant: "chess" });
  assert.match(await page.textContent(".facts"), /White may castle to g1 or c1/);
  await newGame(page, { variant: "roundtable84" });
  assert.match(await page.textContent(".facts"), /White may castle to h2 or h1 or e2 or e1/);
  await newGame(page, { variant: "chess", moves: ["e2e4"] });
  assert.doesNotMatch(await page.textContent(".facts"), /in passing/);
  await newGame(page, { variant: "chess" });
  await page.click("#rules");
  await page.click('.kinds [data-kind]:has-text("knight")');
  await page.waitForFunction(() => document.querySelectorAll(".board [data-target]").length === 2);
  assert.equal(await page.getAttribute("#rules", "aria-pressed"), "true");
});

await test("premoves wait for their turn, are played one after the other, and can be cancelled", async () => {
  await newGame(page, { variant: "chess", players: [{ by: "human" }, slow] });
  await click("chess", "e2", "e4");
  await page.waitForSelector('.moves [data-notation="e2e4"]');
  const places = await click("chess", "g1");
  await marked(places, "reach", 3);
  await click("chess", "f3");
  await page.waitForFunction(() => document.querySelectorAll(".board .premove").length === 2);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelectorAll(".board .premove").length === 0);
  await click("chess", "g1");
  await marked(places, "reach", 3);
  await click("chess", "f3");
  await page.waitForSelector("#premoves:not([hidden])");
  await page.click("#hurry");
  await page.waitForSelector('.moves [data-notation="g1f3"]');
  assert.ok(await page.locator("#premoves").isHidden());
});

await test("the right button draws arrows and circles, and a press wipes them off", async () => {
  await newGame(page, { variant: "circular70" });
  const { d2, d4 } = await cells(page, "circular70");
  await page.mouse.move(d2.x, d2.y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(d4.x, d4.y);
  await page.mouse.up({ button: "right" });
  await page.mouse.click(d2.x, d2.y, { button: "right" });
  assert.deepEqual(await page.$$eval(".board .scribble", (found) => found.map(({ tagName }) => tagName)), ["path", "circle"]);
  await page.mouse.click(d4.x, d4.y);
  assert.equal(await page.locator(".board .scribble").count(), 0);
});

await test("title and icon tell whose turn it is, and what is lost stands with its owner", async () => {
  await newGame(page, { variant: "chess", fen: "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", players: [{ by: "human" }, slow] });
  await page.waitForFunction(() => /^● your turn – Chess/.test(document.title));
  assert.equal(await page.getAttribute("link[rel=icon]", "href"), "icon-turn.svg");
  await click("chess", "e4", "d5");
  await page.waitForFunction(() => /^Black to move – Chess/.test(document.title));
  await page.waitForFunction(() => /has lost 1 pawn/.test(document.querySelector(".seat:nth-child(2) .lost")?.textContent));
  assert.equal(await page.textContent(".seat:nth-child(1) .lost"), "");
});

await test("a hint shows a move, and a review judges the moves without walking the board", async () => {
  await newGame(page, { variant: "chess", moves: ["f2f3", "e7e5", "g2g4"] });
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 4);
  await page.click("#hint");
  await said("Hint: Qh4#");
  assert.equal(await page.locator(".board .arrow.best").count(), 1);
  await page.click("#review");
  await page.waitForFunction(() => document.querySelector("#review")?.getAttribute("aria-pressed") === "false" && document.querySelector(".review table tr"));
  assert.equal(await page.getAttribute(".moves .view", "data-notation"), "g2g4");
  assert.equal(await page.getAttribute('.moves [data-notation="g2g4"]', "data-mark"), "??");
  assert.match(await page.textContent(".review ul"), /2\. g4\?\? loses \d+ %; better was/);
});

/** The findings of axe-core on the shown page. */
async function problems(where) {
  // The policy of the page keeps foreign scripts out, but not what the test evaluates.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes.slice(0, 3).map(({ target }) => target.join(" ")).join(", ")}`);
}

for (const theme of ["light", "dark"]) {
  await test(`axe-core finds nothing on any page, ${theme}`, async () => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const found = [];
    for (const [hash, ready] of [["#/", ".card"], ["#/new/byzantine6-3v3", "#play"]]) {
      await page.evaluate((to) => (location.hash = to), hash);
      await page.waitForSelector(ready);
      found.push(...(await problems(hash)));
    }
    await newGame(page, { variant: "byzantine6-3v3", players: [{ by: "human" }, slow, slow, slow, slow, slow] });
    await page.click("#rules");
    await page.click(".legend summary");
    found.push(...(await problems("a game of six")));
    await newGame(page, { variant: "rollerball", moves: ["c2b3", "e6f5"] });
    await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 3);
    found.push(...(await problems("Rollerball")));
    assert.deepEqual(found, []);
  });
}

await test("no errors, and no other server was asked", async () => {
  assert.deepEqual(page.problems, []);
});

await browser.close();
await server.stop();
finish();
