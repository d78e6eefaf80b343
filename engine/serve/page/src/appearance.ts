// The look of the page: light or dark, the colours of boards, the kind of pieces.

import { choices, h } from "./dom";

/** The choices by their names: values with their names, the usual one first. */
export const LOOKS: Record<string, { label: string; values: [string, string][] }> = {
  theme: { label: "Theme", values: [["auto", "as the system"], ["light", "light"], ["dark", "dark"]] },
  board: { label: "Board", values: [["sand", "sand"], ["wood", "wood"], ["green", "green"], ["blue", "blue"], ["grey", "grey"]] },
  pieces: { label: "Pieces", values: [["figures", "figures"], ["letters", "letters"], ["wedges", "wedges, as in shogi"]] },
};

/** The choices, opened by a button in the head of the page; earlier choices apply at once. */
export function appearance(): HTMLElement {
  const rows = Object.entries(LOOKS).map(([name, { label, values }]) => {
    const usual = values[0][0];
    const select = h("select", { id: `look-${name}` }, ...values.map(([value, text]) => h("option", { value }, text)));
    const apply = (value: string) => {
      document.documentElement.dataset[name] = value;
    };
    select.value = choices.get(name, usual);
    apply(select.value || usual);
    select.addEventListener("change", () => {
      choices.set(name, select.value);
      apply(select.value);
    });
    return h("label", {}, `${label} `, select);
  });
  return h("details", { class: "looks" }, h("summary", {}, "Look"), h("div", { class: "sheet" }, ...rows));
}
