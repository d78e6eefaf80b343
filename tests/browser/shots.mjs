// Screenshots of boards in mid-play at two sizes, to look at: node shots.mjs FOLDER VARIANT .. takes
// those of all games if none is named.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, newGame, open, serve } from "./harness.mjs";

const [folder = "shots", ...names] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server = await serve();
const browser = await launch();
const page = await open(browser, server.address);
await page.waitForSelector(".card");
await page.setViewportSize({ width: 1400, height: 900 });
await page.screenshot({ path: join(folder, "gallery.png") });
const variants = await page.evaluate(async () => (await fetch("/api/variants")).json());
for (const { name, seats } of variants.filter((row) => names.length === 0 || names.includes(row.name))) {
  const players = Array.from({ length: seats }, () => ({ by: "engine", elo: 1200, time: 40 }));
  for (const [size, width, height] of [["wide", 1400, 900], ["phone", 390, 844]]) {
    await page.setViewportSize({ width, height });
    if (size === "wide") {
      await newGame(page, { variant: name, players });
      await page.waitForFunction((count) => document.querySelectorAll(".moves .move").length > count, 2 * seats);
      await page.getByRole("button", { name: "Pause" }).click();
      await page.click("#analyse");
      await page.waitForSelector(".lines li");
    }
    await page.screenshot({ path: join(folder, `${name}-${size}.png`), fullPage: size === "phone" });
  }
}
console.log(page.problems);
await browser.close();
await server.stop();
