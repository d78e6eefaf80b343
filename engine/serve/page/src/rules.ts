// The rules in short, as they stand in the text of a game: paragraphs, and terms with their
// meanings.

import { h } from "./dom";

/** A line of this many letters was broken because it was full. */
const FULL = 78;

/** A paragraph, with the term that it explains if there is one. */
interface Part {
  term: string;
  text: string;
}

/** Joins the lines of a text that belong together. */
export function parts(summary: string): Part[] {
  const found: Part[] = [];
  let isOpen = false;
  const lines = summary.split("\n").flatMap((whole) => columns(whole).map((line, at) => ({ line, at })));
  for (const [index, { line, at }] of lines.entries()) {
    const [, term, meaning] = /^(\S(?:\S| (?! ))*) {2,}(\S.*)$/.exec(line) ?? [];
    const last = found.at(-1);
    // The text after two terms side by side concerns both.
    const followsColumns = at === 0 && (lines[index - 1]?.at ?? 0) > 0;
    if (term !== undefined) {
      found.push({ term, text: meaning.trim() });
    } else if (line.trim() === "") {
      isOpen = false;
      continue;
    } else if (last && !followsColumns && (line.startsWith(" ") || (isOpen && last.term === ""))) {
      last.text += ` ${line.trim()}`;
    } else {
      found.push({ term: "", text: line.trim() });
    }
    // A short line that ends a sentence ends a paragraph too.
    isOpen = line.length > FULL || !/[.:]$/.test(line);
  }
  return found;
}

/** The columns of a line that explains two terms side by side. */
function columns(line: string): string[] {
  return line.split(/(?<=\S) {3,}(?=[A-Z]\S* {2,}\S)/);
}

/** The rules as elements: paragraphs, and lists of terms. */
export function rulesText(summary: string): HTMLElement[] {
  const elements: HTMLElement[] = [];
  for (const { term, text } of parts(summary)) {
    if (term === "") {
      elements.push(h("p", {}, text));
      continue;
    }
    const last = elements.at(-1);
    const list = last instanceof HTMLDListElement ? last : h("dl", { class: "terms" });
    list.append(h("dt", {}, term), h("dd", {}, text));
    if (list !== last) elements.push(list);
  }
  return elements;
}
