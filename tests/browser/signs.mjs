// The signs of the board without words: owners without colour, laps, teams, the last move, duties,
// and whether all of it can be seen.

import assert from "node:assert/strict";
import { cells, contrast, FILES, finish, launch, newGame, open, picture, pinch, serve, test } from "./harness.mjs";

const server = await serve(FILES);
const browser = await launch();
const page = await open(browser, server.address);
await page.waitForSelector(".card");
const variants = await page.evaluate(async () => (await fetch("/api/variants")).json());

/** How eyes without one kind of cones see linear red, green and blue (Machado and others, 2009). */
const EYES = {
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
/** The least contrast that distinguishes two owners by brightness alone. */
const APART = 3;

/** A colour as such eyes see it. */
function seen(colour, matrix) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const linear = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const mixed = matrix.map((row) => row.reduce((sum, weight, at) => sum + weight * linear[at], 0)).map((part) => Math.min(1, Math.max(0, part)));
  const sent = mixed.map((part) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055));
  return `#${sent.map((part) => Math.round(part * 255).toString(16).padStart(2, "0")).join("")}`;
}

/** The shape and the ring that each seat's pieces carry on a board that is shown, by seat. */
const signs = (board) =>
  page.$$eval(`${board} [data-seat]`, (groups) => {
    const found = {};
    for (const group of groups) {
      if (Number(group.dataset.seat) < 0) continue;
      const drawing = document.querySelector(group.querySelector("use").getAttribute("href"));
      const shape = drawing.querySelector("[data-mark]")?.dataset.mark ?? "none";
      found[group.dataset.seat] = { shape, ring: group.querySelector("[data-side]")?.dataset.side ?? "none" };
    }
    return found;
  });

for (const { name } of variants) {
  await test(`${name}: owners are told apart without colour`, async () => {
    await newGame(page, { variant: name });
    const { players } = await page.evaluate(async (of) => (await fetch(`/api/variants/${of}`)).json(), name);
    const found = await signs(".game .board");
    const marks = Object.values(found).map(({ shape }) => shape);
    assert.equal(Object.keys(marks).length, players.length);
    for (const [eyes, matrix] of Object.entries(EYES)) {
      players.forEach((player, seat) => {
        for (let other = 0; other < seat; other += 1) {
          const apart = contrast(seen(player.colour, matrix), seen(players[other].colour, matrix));
          const told = apart >= APART || marks[seat] !== marks[other];
          assert.ok(told, `${player.name} and ${players[other].name} by ${eyes}: ${apart.toFixed(2)}`);
        }
      });
    }
    // The list of players has the same shapes.
    const listed = await page.$$eval(".seats .seat", (rows) => rows.map((row) => row.querySelector("[data-mark]")?.dataset.mark ?? "none"));
    assert.deepEqual(listed, players.map((_, seat) => marks[seat]));
    // So has the picture before a game starts.
    await page.evaluate((of) => (location.hash = `#/new/${of}`), name);
    await page.waitForSelector(".setup .big [data-at]");
    assert.deepEqual(await signs(".setup .big"), found);
  });
}

await test("whether a Rollerball king has crossed its line is seen and read", async () => {
  const shown = async (laps) => {
    await newGame(page, { variant: "rollerball", fen: `2rbp2/2rkp2/2***2/1K***2/2***2/4R2/2PBR2 w ${laps} 0 1` });
    const board = await page.$eval(".board", (element) => element.innerHTML.replace(/b\d+-/g, ""));
    return { board, words: await page.textContent(".seats"), crossed: await page.locator(".board .lap.crossed").count(), badges: await page.locator(".board .lap").count() };
  };
  const [with_, without] = [await shown("K"), await shown("-")];
  assert.notEqual(with_.board, without.board);
  assert.deepEqual([with_.crossed, with_.badges, without.crossed, without.badges], [1, 2, 0, 2]);
  assert.match(with_.words, /White.*king has crossed its line.*Black.*king has not crossed its line/);
  assert.match(without.words, /White.*king has not crossed its line/);
  await page.focus(".board");
  await page.keyboard.press("ArrowLeft");
  assert.match(await page.textContent("#announcer"), /White king, has not crossed its line|rook|pawn|bishop/);
});

await test("teams have rings of their own, which are no player's colour", async () => {
  await newGame(page, { variant: "byzantine6-3v3" });
  const found = await page.$$eval(".board [data-seat]", (groups) =>
    groups.map((group) => [Number(group.dataset.seat), group.querySelector("[data-side]")?.dataset.side, getComputedStyle(group.querySelector(".over")).strokeDasharray]),
  );
  const { players } = await page.evaluate(async () => (await fetch("/api/variants/byzantine6-3v3")).json());
  const dashes = new Map();
  for (const [seat, side, dash] of found) {
    assert.equal(Number(side), players[seat].side);
    dashes.set(side, dash);
  }
  assert.equal(new Set(dashes.values()).size, 2, String([...dashes]));
  const colours = await page.$eval(".board .ring .over", (ring) => [getComputedStyle(ring).stroke, getComputedStyle(ring.previousSibling).stroke]);
  const own = players.map(({ colour }) => `rgb(${[1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)).join(", ")})`);
  assert.deepEqual(colours.filter((colour) => own.includes(colour)), []);
  // Dots in the list are round and whole.
  const dots = await page.$$eval(".seats .swatch .man", (men) => men.map((man) => getComputedStyle(man).strokeDasharray));
  assert.deepEqual([...new Set(dots)], ["none"]);
});

await test("the last move tints its cells, and its arrow lies below the pieces", async () => {
  await newGame(page, { variant: "chess", moves: ["e2e4"] });
  const places = await cells(page, "chess");
  await page.waitForSelector(".board .lastmove");
  const tinted = await page.$$eval(".board .lastmove", (paths) => paths.map((path) => path.getAttribute("d")).sort());
  const ends = await page.evaluate((numbers) => numbers.map((number) => document.querySelector(`[data-cell="${number}"]`).getAttribute("d")).sort(), [places.e2.number, places.e4.number]);
  assert.deepEqual(tinted, ends);
  const isBelow = await page.evaluate(() => Boolean(document.querySelector(".board .arrow.last").compareDocumentPosition(document.querySelector(".board [data-at]")) & Node.DOCUMENT_POSITION_FOLLOWING));
  assert.ok(isBelow);
});

await test("a duty to capture is told, and lights who fulfils it and what is taken", async () => {
  await newGame(page, { variant: "ordinary", fen: "11k/12/12/12/12/12/4c1nC4/3P8/12/K11 w - - 0 1" });
  const places = await cells(page, "ordinary");
  const lit = async (kind) => {
    const numbers = await page.$$eval(`.board .cell.${kind}`, (paths) => paths.map((path) => Number(path.dataset.cell)));
    return Object.keys(places).filter((name) => numbers.includes(places[name].number)).sort();
  };
  assert.deepEqual(await lit("duty"), ["d3", "h4"]);
  assert.deepEqual(await lit("victim"), ["e4"]);
  assert.match(await page.textContent(".status"), /You must capture: Black Checker e4, from d3 or h4/);
  // A piece that may not move says why.
  await page.mouse.click(places.a1.x, places.a1.y);
  assert.match(await page.textContent(".status"), /king on a1 does not capture. You must capture/);
  assert.equal(await page.locator(".board .stuck").count(), 1);
  await page.fill(".typed", "a1a2");
  await page.press(".typed", "Enter");
  await page.getByRole("alert").filter({ hasText: "White must capture; legal moves are d3e4, h4f4d4." }).waitFor();
  await newGame(page, { variant: "chess", fen: "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1" });
  await page.fill(".typed", "e2c3");
  await page.press(".typed", "Enter");
  await page.getByRole("alert").filter({ hasText: "e2c3 would leave White's own king to the rook on e4." }).waitFor();
});

await test("names and target dots stand out from every cell", async () => {
  await newGame(page, { variant: "circular70" });
  const places = await cells(page, "circular70");
  const [start] = await page.$$eval(".board .start", (found) => found.map((path) => Number(path.dataset.cell)));
  const at = Object.values(places).find(({ number }) => number === start);
  await page.mouse.click(at.x, at.y);
  await page.waitForSelector(".board .target");
  const colours = await page.evaluate(() => {
    const style = (selector, name) => {
      const found = document.querySelector(selector);
      return found && [getComputedStyle(found)[name], getComputedStyle(found).fillOpacity];
    };
    const shades = ["light", "middle", "dark"].map((shade) => style(`.board .cell.${shade}`, "fill")).filter(Boolean);
    return { shades: shades.map(([fill]) => fill), name: style(".names text.on", "fill"), dot: style(".board .target", "fill") };
  });
  for (const shade of colours.shades) {
    assert.ok(contrast(colours.name[0], shade) >= 4.5, `names on ${shade}: ${contrast(colours.name[0], shade).toFixed(2)}`);
    assert.ok(colours.dot[1] === "1" && contrast(colours.dot[0], shade) >= 3, `dots on ${shade}: ${contrast(colours.dot[0], shade).toFixed(2)}`);
  }
});

await test("moves of four have the colour and the piece of who made them, a round to a row", async () => {
  await newGame(page, { variant: "modern4" });
  for (let count = 0; count < 5; count += 1) {
    const legal = await page.evaluate(() => document.querySelectorAll(".board .start").length);
    assert.ok(legal > 0);
    const places = await cells(page, "modern4");
    const text = await page.evaluate(() => {
      const first = document.querySelector(".board .start").dataset.cell;
      return first;
    });
    const from = Object.values(places).find(({ number }) => number === Number(text));
    await page.mouse.click(from.x, from.y);
    const target = await page.$eval(".board [data-target]", (dot) => Number(dot.dataset.target));
    const to = Object.values(places).find(({ number }) => number === target);
    await page.mouse.click(to.x, to.y);
    await page.waitForFunction((moves) => document.querySelectorAll(".moves .move").length === moves + 2, count);
  }
  const figures = await page.$$eval(".moves .move:not(.start) .figure use", (uses) => uses.map((use) => use.getAttribute("href").split("-").at(-1)));
  assert.deepEqual(figures, ["0", "1", "2", "3", "0"]);
  assert.equal(await page.locator(".moves .round").count(), 2);
  const lefts = await page.$$eval(".moves .round .move", (found) => found.map((move) => Math.round(move.getBoundingClientRect().left)));
  assert.ok(lefts[0] < lefts[1] && lefts[1] < lefts[2] && lefts[2] < lefts[3] && lefts[4] === lefts[0], `columns by seat: ${lefts}`);
  const label = await page.getAttribute(".moves .move:not(.start)", "aria-label");
  assert.match(label, /^\w+: (plus pawn|minus pawn|knight|bishop|rook|queen|king) /);
});

await test("lines of the analysis have the piece and the colour of who makes each move", async () => {
  await newGame(page, { variant: "modern4" });
  await page.click("#analyse");
  await page.waitForFunction(() => document.querySelectorAll(".lines .line").length >= 5);
  const seats = await page.$$eval(".lines .line .figure use", (uses) => uses.slice(0, 5).map((use) => use.getAttribute("href").split("-").at(-1)));
  assert.deepEqual(seats, ["0", "1", "2", "3", "0"]);
  assert.match(await page.getAttribute(".lines .line", "aria-label"), /^Yellow: [a-d]\d/);
  await page.click("#analyse");
});

for (const { name, seats } of variants.filter((row) => /^(modern|byzantine)\d/.test(row.name))) {
  await test(`${name}: every letter of a ring can be read at the start`, async () => {
    await newGame(page, { variant: name });
    const hidden = await page.evaluate(() => {
      const round = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2, radius: Math.min(box.width, box.height) / 2 });
      const pieces = [...document.querySelectorAll(".board [data-at]")].map((piece) => round(piece.getBoundingClientRect()));
      const texts = [...document.querySelectorAll(".board .names text")].filter(({ textContent }) => /^[a-d]$/.test(textContent));
      const covers = (letter) => pieces.some((piece) => Math.hypot(piece.x - letter.x, piece.y - letter.y) < piece.radius + letter.radius * 0.6);
      return texts.map((text) => [text.textContent, covers(round(text.getBoundingClientRect()))]);
    });
    for (const letter of "abcd") {
      const own = hidden.filter(([text]) => text === letter);
      assert.ok(own.length >= seats, `${letter} stands ${own.length} times`);
      assert.deepEqual(own.filter(([, isCovered]) => isCovered), [], `${letter} is under a piece`);
    }
  });
}

await test("a position string that is typed is shown before the game starts", async () => {
  await page.evaluate(() => (location.hash = "#/new/chess"));
  const count = (wanted) => page.waitForFunction((pieces) => document.querySelectorAll(".setup .big [data-at]").length === pieces, wanted);
  await count(32);
  await page.fill('[aria-label="Position string"]', "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
  await count(3);
  // A string that is no position leaves the picture as it is.
  await page.fill('[aria-label="Position string"]', "4k3/8");
  await page.waitForTimeout(600);
  await count(3);
  assert.ok(await page.isHidden("#notice"));
  await page.fill('[aria-label="Position string"]', "");
  await count(32);
});

await test("two fingers make the board of six larger, and move nothing", async () => {
  const phone = await open(browser, server.address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await phone.waitForSelector(".card");
  await newGame(phone, { variant: "byzantine6" });
  await phone.waitForSelector('#zoom[aria-pressed="true"]');
  await phone.click("#zoom");
  await phone.evaluate(() => window.scrollTo(0, 0));
  const cell = (test, value) => phone.waitForFunction(([is, limit]) => {
    const least = Math.min(...[...document.querySelectorAll(".board .cell")].map((path) => path.getBoundingClientRect().width));
    return is === "above" ? least > limit : least < limit;
  }, [test, value]);
  await cell("below", 24);
  // The first finger is on an own piece, which one finger would drag.
  const own = await phone.$eval(".board .start", (start) => {
    const { x, y, width, height } = start.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await pinch(phone, { x: own.x + 30, y: own.y }, 30, 130);
  await cell("above", 40);
  await phone.waitForSelector('#zoom[aria-pressed="true"]');
  await picture(phone, "pinched");
  // The piece under the first finger is still on the screen.
  const seen = await phone.evaluate(() => {
    const frame = document.querySelector(".frame").getBoundingClientRect();
    const inside = ({ x, y, width, height }) => x + width / 2 > frame.left && x + width / 2 < frame.right && y + height / 2 > frame.top && y + height / 2 < frame.bottom;
    return [...document.querySelectorAll(".board .start")].filter((start) => inside(start.getBoundingClientRect())).length;
  });
  assert.ok(seen > 0);
  const state = () => phone.evaluate(() => [visualViewport.scale, document.querySelectorAll(".board .dragged, .board .picked").length, document.querySelectorAll(".moves .move:not(.start)").length]);
  assert.deepEqual(await state(), [1, 0, 0], "the page keeps its size, and nothing is held or played");
  assert.ok((await phone.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  await pinch(phone, { x: 190, y: 250 }, 130, 25);
  await phone.waitForSelector('#zoom[aria-pressed="false"]');
  await cell("below", 24);
  assert.deepEqual(await state(), [1, 0, 0]);
  assert.deepEqual(phone.problems, []);
  await phone.context().close();
});

await test("on a phone the board of six can be made so large that cells can be touched", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await newGame(page, { variant: "byzantine6" });
  // It begins large, since its cells would be too small.
  await page.waitForSelector('#zoom[aria-pressed="true"]');
  const least = () => page.$$eval(".board .cell", (paths) => Math.min(...paths.map((path) => Math.min(path.getBoundingClientRect().width, path.getBoundingClientRect().height))));
  assert.ok((await least()) >= 24, String(await least()));
  await page.click("#zoom");
  assert.ok((await least()) < 24);
  await page.click("#zoom");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  await page.setViewportSize({ width: 1280, height: 860 });
});

await test("a pair that can be removed is lit while its button is pointed at", async () => {
  await newGame(page, { variant: "byzantine3", fen: "4aPaM18/24/24/2aK5bKbN6cKcN6 b abc - b 0 1" });
  assert.equal(await page.locator(".board .picked").count(), 0);
  assert.match(await page.textContent(".status"), /d5 and d6 may be taken off first, which costs no turn\./);
  await page.hover('[data-move="xd5d6"]');
  assert.equal(await page.locator(".board .picked").count(), 2);
});

await test("no errors, and no other server was asked", async () => {
  assert.deepEqual(page.problems, []);
});

await browser.close();
await server.stop();
finish();
