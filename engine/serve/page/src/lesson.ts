// A position of a lesson: its task, and whether the user has solved it.

import { announce, button, h } from "./dom";
import { memory } from "./dom";
import type { Lessons } from "./types";

/** A position of a lesson: the game, and the number of the position. */
export interface Place { name: string; at: number }

/** Remembers that a game is a lesson. */
export function rememberLesson(game: string, place: Place): void {
  memory.set(`lesson.${game}`, JSON.stringify(place));
}

/** The lesson of a game; null if it is none. */
export function lessonOf(game: string): Place | null {
  const known = memory.get(`lesson.${game}`);
  return known === null ? null : (JSON.parse(known) as Place);
}

export class LessonPanel {
  readonly element = h("section", { class: "lesson", "aria-label": "Lesson" });
  private readonly answer = h("p", { role: "status" });
  private readonly again: HTMLButtonElement;

  /** `back` takes back a move that was not the answer. */
  constructor(
    private readonly lessons: Lessons,
    private readonly place: Place,
    back: () => void,
  ) {
    const { positions } = lessons;
    const { name, at } = place;
    const { title, task } = positions[at];
    this.again = button("Try again", () => {
      this.tell("");
      back();
    }, { id: "lesson-again", hidden: true });
    const to = (number: number, text: string, isMain: boolean) => h("a", { class: isMain ? "button primary" : "button", href: `#/learn/${name}/${number + 1}` }, text);
    const links = [at > 0 && to(at - 1, "Back", false), at + 1 < positions.length ? to(at + 1, "Next", true) : h("a", { class: "button primary", href: `#/new/${name}` }, "Play the game")];
    this.element.append(
      h("h2", {}, `Position ${at + 1} of ${positions.length}: ${title}`),
      h("p", { class: "task" }, task),
      this.answer,
      h("div", { class: "row" }, this.again, ...links.filter((link) => link !== false)),
    );
  }

  /** Hears of a move from the position of the lesson. */
  hear(notation: string): void {
    const { moves, then } = this.lessons.positions[this.place.at];
    const isRight = moves.includes(notation);
    this.element.classList.toggle("right", isRight);
    this.tell(isRight ? then : "That is a legal move, but not the one that is asked for.");
    this.again.hidden = isRight;
  }

  private tell(text: string): void {
    this.answer.textContent = text;
    this.again.hidden = true;
    if (text) announce(text);
  }
}
