// The meaning of the signs on a board.

import { h, s } from "./dom";
import { hasMarks, hasTeams } from "./marks";
import type { Description } from "./types";

/** The signs by the kinds of features: a drawing on 24 by 24, and its meaning. */
const SIGNS: Record<string, { class: string; path: string; text: string }> = {
  goal: { class: "goal", path: "M3 12A9 9 0 1 0 21 12A9 9 0 1 0 3 12Z", text: "goal of the king's race of that colour" },
  "start-line": { class: "startline", path: "M12 2V22", text: "line that the king of that colour must cross clockwise first" },
  promotion: { class: "promotion", path: "M4 4H20L20 20Z", text: "pawns of that colour promote here" },
  "promotion-line": { class: "promotion-line", path: "M2 12H22", text: "pawns promote before this line" },
  direction: { class: "direction", path: "M2 12H20M13 5L20 12L13 19", text: "forward goes this way" },
  wall: { class: "wall", path: "M12 2V22", text: "castle wall: a king in check does not cross it" },
  diamond: { class: "diamond", path: "M12 2L20 12L12 22L4 12Z", text: "a move passes at most one red diamond" },
  joint: { class: "joint", path: "M2 12H22", text: "the two cells adjoin across the centre" },
  seam: { class: "seam", path: "M2 12H22", text: "the board goes on at its other side" },
};

/** The legend of a board: its own signs, and the drawings of the game in progress. */
export function legend(description: Description): HTMLElement {
  const kinds = new Set(description.board.features.map((feature) => feature.kind));
  const signs = Object.entries(SIGNS).filter(([kind]) => kinds.has(kind));
  const lines = signs.map(([, sign]) => {
    const path = s("path", { d: sign.path, class: sign.class });
    return h("li", {}, s("svg", { viewBox: "0 0 24 24", class: `sign-${sign.class}`, "aria-hidden": "true" }, path), sign.text);
  });
  const drawn = (content: SVGElement, text: string) => h("li", {}, s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, content), text);
  lines.push(
    drawn(s("circle", { cx: 12, cy: 12, r: 6, class: "target" }), "a move of the piece that is picked; blue: of a piece that is looked at"),
    drawn(s("circle", { cx: 12, cy: 12, r: 9, class: "target takes full small" }), "a capture"),
    drawn(s("path", { d: "M6 6L18 18M6 18L18 6", class: "barred small" }), "something keeps the piece from going there: a click says what"),
    drawn(s("rect", { x: 2, y: 2, width: 20, height: 20, class: "lastmove" }), "where the last move began and ended"),
    drawn(s("rect", { x: 2, y: 2, width: 20, height: 20, class: "premove" }), "a premove, which is played at one's turn; Escape cancels it"),
    drawn(s("rect", { x: 2, y: 2, width: 20, height: 20, class: "cell check" }), "a king that is attacked"),
  );
  if (kinds.has("start-line")) {
    lines.push(h("li", {}, "The badge of a king says whether it has crossed its line: a green tick if it has, a bar if not."));
  }
  if (hasMarks(description)) lines.push(h("li", {}, "Each player has a shape beside the colour: the list of players shows it."));
  if (hasTeams(description)) lines.push(h("li", {}, "Rings show teams: whole, dashed or dotted, as in the list of players."));
  return h("details", { class: "legend" }, h("summary", {}, "What the signs mean"), h("ul", {}, ...lines));
}
