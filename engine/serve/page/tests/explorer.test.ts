// What kept games have played, and drawing at the pace of the screen.

import { describe, expect, it } from "vitest";
import { Book, inWords, percent, type Found } from "../src/book";
import { Frames, type Pacer } from "../src/frames";
import { enlarged } from "../src/geometry";
import { Pace } from "../src/pace";

const found = (games: number, unread = 0): Found => ({ games, moves: [], unread });

describe("the book of kept games", () => {
  it("lacks what it has not heard of, and what the server has read in part", () => {
    const book = new Book();
    expect(book.lacks(3)).toBe(true);
    book.take(3, found(2, 5));
    expect(book.lacks(3)).toBe(true);
    book.take(3, found(4));
    expect(book.lacks(3)).toBe(false);
    expect(book.at(3)?.games).toBe(4);
    book.forget();
    expect(book.at(3)).toBeUndefined();
  });

  it("remembers the last two hundred positions", () => {
    const book = new Book();
    for (let node = 0; node < 250; node += 1) book.take(node, found(1));
    expect([book.lacks(49), book.lacks(50), book.lacks(249)]).toEqual([true, false, false]);
  });

  it("is put into words", () => {
    expect(inWords(undefined)).toBe("");
    expect(inWords(found(0))).toBe("no game came here");
    expect(inWords(found(1))).toBe("1 game");
    expect(inWords(found(3, 1))).toBe("3 games, 1 more game to read");
    expect([percent(null), percent(0), percent(666)]).toEqual(["–", "0 %", "67 %"]);
  });
});

/** A screen in simulated time: a frame each 16 ms, and drawings that take a time. */
class Screen implements Pacer {
  time = 0;
  private tasks: { at: number; task: () => void }[] = [];

  now(): number {
    return this.time;
  }

  frame(task: () => void, drawn: () => void): void {
    const next = (Math.floor(this.time / 16) + 1) * 16;
    this.tasks.push({ at: next, task: () => [task, drawn].forEach((one) => one()) });
  }

  later(task: () => void, time: number): void {
    this.tasks.push({ at: this.time + time, task });
  }

  /** Lets time pass, and runs what is due. */
  pass(until: number): void {
    for (;;) {
      this.tasks.sort((a, b) => a.at - b.at);
      const next = this.tasks[0];
      if (!next || next.at > until) break;
      this.tasks.shift();
      this.time = Math.max(this.time, next.at);
      next.task();
    }
    this.time = Math.max(this.time, until);
  }
}

describe("drawing", () => {
  it("happens once a frame for all news before it", () => {
    const screen = new Screen();
    let drawn = 0;
    const frames = new Frames(() => (drawn += 1), screen);
    for (let news = 0; news < 100; news += 1) frames.request();
    expect(drawn).toBe(0);
    screen.pass(16);
    expect(drawn).toBe(1);
    for (let time = 17; time < 160; time += 1) {
      screen.pass(time);
      frames.request();
    }
    screen.pass(200);
    expect(drawn).toBeLessThanOrEqual(11);
  });

  it("leaves half of the time to other things when it is slow", () => {
    const screen = new Screen();
    let drawn = 0;
    const frames = new Frames(() => {
      drawn += 1;
      screen.time += 100;
    }, screen);
    for (let time = 0; time < 2000; time += 5) {
      screen.pass(time);
      frames.request();
    }
    expect(drawn).toBeGreaterThanOrEqual(8);
    expect(drawn).toBeLessThanOrEqual(10);
  });

  it("can be done at once, and be left", () => {
    const screen = new Screen();
    let drawn = 0;
    const frames = new Frames(() => (drawn += 1), screen);
    frames.flush();
    expect(drawn).toBe(0);
    frames.request();
    frames.flush();
    screen.pass(100);
    expect(drawn).toBe(1);
    frames.request();
    frames.stop();
    screen.pass(200);
    expect(drawn).toBe(1);
    frames.request();
    screen.pass(300);
    expect(drawn).toBe(2);
  });
});

describe("two fingers", () => {
  it("enlarge a board by their distance, from its whole size to six times that", () => {
    expect([enlarged(1, 50, 100), enlarged(2, 100, 150), enlarged(2, 100, 10), enlarged(3, 10, 400)]).toEqual([2, 3, 1, 6]);
  });
});

describe("the pace of moves", () => {
  it("is fast when three come within twice the time, not when one is answered at once", () => {
    const pace = new Pace(200);
    expect([0, 100, 5000, 5100].map((time) => pace.isFast(time))).toEqual([false, false, false, false]);
    expect([5200, 5300, 5400, 9000, 9100].map((time) => pace.isFast(time))).toEqual([true, true, true, false, false]);
  });
});
