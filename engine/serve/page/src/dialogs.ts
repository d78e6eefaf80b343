// Windows over the page: texts to copy and to keep.

import { button, h, notice } from "./dom";

/** Opens a window with a title, which can be closed. */
export function openDialog(title: string, ...content: (Node | false)[]): HTMLDialogElement {
  const dialog = h("dialog", { "aria-label": title }, h("h2", {}, title), ...content);
  dialog.append(button("Close", () => dialog.close(), { class: "quiet" }));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Shows a text; one with the name of a file can be saved under it. */
export function showText(what: string, text: string, file?: string): void {
  const area = h("textarea", { readonly: true, rows: 16, "aria-label": what });
  area.value = text;
  const link = h("a", { href: "#", download: file }, "Save");
  link.addEventListener("click", () => {
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  });
  openDialog(what, area, file !== undefined && link);
  area.select();
}

/** Puts a text into the clipboard, or shows it where that is not possible. */
export function copyText(what: string, text: string): void {
  const shown = () => showText(what, text);
  if (!navigator.clipboard) return shown();
  navigator.clipboard.writeText(text).then(() => notice(`The ${what} is in the clipboard.`), shown);
}
