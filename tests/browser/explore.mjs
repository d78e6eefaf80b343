// What the games of this server have played in a position: counted, looked at ahead, and played.

import assert from "node:assert/strict";
import { finish, guarded, invited, launch, newGame, open, picture, serve, test, visit } from "./harness.mjs";

const server = await serve();
const browser = await launch();
const page = await open(browser, server.address);
await page.waitForSelector(".card");

/** Plays a game to its end by resignation, so that it is kept. */
async function kept(variant, moves, loser) {
  await newGame(page, { variant, moves: moves.slice(0, -1) });
  await page.waitForFunction((count) => document.querySelectorAll(".moves .move:not(.start)").length === count, moves.length - 1);
  await page.fill(".typed", moves.at(-1));
  await page.press(".typed", "Enter");
  await page.waitForSelector(`.moves [data-notation="${moves.at(-1)}"]`);
  if (loser === undefined) return;
  await page.evaluate((seat) => {
    const socket = new WebSocket(new URL("ws", location.href.split("#")[0].replace(/^http/, "ws")));
    const game = document.querySelector("[data-game]").dataset.game;
    socket.onmessage = ({ data }) => {
      const { type } = JSON.parse(data);
      if (type === "hello") socket.send(JSON.stringify({ type: "open", game }));
      if (type === "game") socket.send(JSON.stringify({ type: "resign", seat }));
    };
  }, loser);
  await page.waitForSelector(".ending:not([hidden])");
}
const rows = () => page.$$eval(".played tbody tr", (found) => found.map((row) => [...row.children].map((cell) => cell.textContent).join(" ")));
const shows = (wanted) => page.waitForFunction((text) => [...document.querySelectorAll(".played tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent).join(" ")).join(", ") === text, wanted);

await test("the moves of kept games are counted, with the points of who made them", async () => {
  await kept("chess", ["e2e4", "e7e5"], 1);
  await kept("chess", ["e2e4", "c7c5"], 0);
  await kept("chess", ["d2d4"]);
  await kept("chess", ["d2d4", "d7d5", "g1f3", "g8f6"], 1);
  await newGame(page, { variant: "chess" });
  assert.deepEqual(await rows(), [], "nothing before it is wanted");
  await page.click("#explore");
  await shows("d4 2 100 %, e4 2 50 %");
  assert.equal(await page.textContent(".explorer .speed"), "4 games");
  await picture(page, "explorer");
});

await test("a move is seen while the pointer is on it, and played by a click", async () => {
  const at = (cell) => page.locator(`.board [data-at="${cell}"]`).count();
  await page.hover('[data-explored="e2e4"]');
  await page.waitForSelector(".frame.ahead");
  assert.deepEqual([await at(12), await at(28)], [0, 1]);
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => !document.querySelector(".frame.ahead"));
  assert.deepEqual([await at(12), await at(28)], [1, 0]);
  await page.click('[data-explored="e2e4"]');
  await page.waitForSelector('.moves [data-notation="e2e4"]');
  await shows("c5 1 100 %, e5 1 0 %");
  await page.keyboard.press("Home");
  await shows("e4 3 50 %, d4 2 100 %");
});

await test("positions are met by another order of moves", async () => {
  await newGame(page, { variant: "chess", moves: ["g1f3", "d7d5", "d2d4"] });
  await page.click("#explore");
  await shows("Nf6 1 0 %");
});

await test("games of many players, and a turn of the engine", async () => {
  await newGame(page, { variant: "modern4" });
  await page.click("#hint");
  await page.waitForFunction(() => /Hint: /.test(document.querySelector(".status")?.textContent));
  const text = (await page.textContent(".status")).match(/Hint: ([^,]+),/)[1];
  await kept("modern4", [text]);
  await newGame(page, { variant: "modern4" });
  await page.click("#explore");
  await shows(`${text} 1 –`);
  assert.equal(await page.locator(".played .figure").count(), 1);
  // The engine is to move, and thinks for long: its moves can be seen but not played.
  await newGame(page, { variant: "modern4", players: ["engine", "human", "human", "human"].map((by) => (by === "engine" ? { by, time: 60_000 } : { by })) });
  await page.click("#explore");
  await page.waitForSelector('.played [aria-disabled="true"]');
  await page.click(".played button", { force: true });
  assert.equal(await page.locator(".moves .move:not(.start)").count(), 0);
});

await test("no kept game helps while people from elsewhere play", async () => {
  const { link, end } = await guarded(server.games);
  const owner = await visit(browser, link);
  const { links } = await invited(owner, link, { variant: "chess" });
  await owner.click("#explore");
  await owner.waitForFunction(() => document.querySelector(".explorer .speed")?.textContent === "shown again when the game is over");
  const white = await visit(browser, links[0]);
  await white.waitForSelector(".board [data-at]");
  assert.ok(await white.isHidden("#explore"));
  white.once("dialog", (dialog) => dialog.accept());
  await white.getByRole("button", { name: "Resign" }).click();
  await owner.waitForSelector(".ending:not([hidden])");
  await owner.keyboard.press("Home");
  await owner.waitForSelector('.played [data-explored="e2e4"]');
  assert.deepEqual([...owner.problems, ...white.problems], []);
  await white.context().close();
  await owner.context().close();
  await end("SIGINT");
});

await test("no errors", async () => {
  assert.deepEqual(page.problems, []);
});

await browser.close();
await server.stop();
finish();
