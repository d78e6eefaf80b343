// A choice among several moves that the same cells name, such as promotions.

import { h, s } from "./dom";
import type { Description, Move, Position } from "./types";
import { spoken } from "./words";

/** Asks which of the moves is meant; nothing if none is. */
export function choose(description: Description, position: Position, moves: Move[]): Promise<Move | null> {
  return new Promise((resolve) => {
    const dialog = h("dialog", { class: "picker", "aria-label": "Which move?" });
    const done = (move: Move | null) => {
      // The former element gets the focus back.
      dialog.close();
      dialog.remove();
      resolve(move);
    };
    const colour = description.players[position.turn].colour;
    for (const move of moves) {
      const text = move.promotes === undefined ? spoken(description, position, move) : description.kinds[move.promotes].name;
      const picture = s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
      for (const { part, path } of move.promotes === undefined ? [] : description.kinds[move.promotes].glyph) {
        picture.append(s("path", { d: path, class: part, fill: part === "body" ? colour : "none" }));
      }
      const button = h("button", { type: "button", "data-move": move.text, click: () => done(move) }, move.promotes !== undefined && picture, text);
      dialog.append(button);
    }
    dialog.append(h("button", { type: "button", class: "quiet", click: () => done(null) }, "cancel"));
    dialog.addEventListener("cancel", () => done(null));
    document.body.append(dialog);
    dialog.showModal();
  });
}
