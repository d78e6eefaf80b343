// Screenshots of every board at two sizes, to look at: node shots.mjs FOLDER

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, newGame, open, serve } from "./harness.mjs";

const folder = process.argv[2] ?? "shots";
mkdirSync(folder, { recursive: true });
const server = await serve();
const browser = await launch();
const page = await open(browser, server.address);
await page.waitForSelector(".card");
await page.screenshot({ path: join(folder, "gallery.png"), fullPage: true });
const variants = await page.evaluate(async () => (await fetch("/api/variants")).json());
for (const { name, seats } of variants) {
  const players = Array.from({ length: seats }, () => ({ by: "engine", elo: 1200, time: 40 }));
  for (const [size, width, height] of [["wide", 1280, 860], ["phone", 390, 844]]) {
    await page.setViewportSize({ width, height });
    if (size === "wide") {
      await newGame(page, { variant: name, players });
      await page.waitForTimeout(1600);
      await page.getByRole("button", { name: "Pause" }).click();
      await page.click("#analyse");
      await page.waitForTimeout(500);
    }
    await page.waitForTimeout(200);
    await page.screenshot({ path: join(folder, `${name}-${size}.png`), fullPage: size === "phone" });
  }
}
console.log(page.problems);
await browser.close();
await server.stop();
