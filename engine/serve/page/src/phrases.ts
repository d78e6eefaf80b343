// A few words between players: fixed phrases, which only those hear who have switched them on.

import { announce, button, choices, h } from "./dom";
import { self } from "./share";
import type { Description, Request } from "./types";

/** The phrases; the server knows how many there are. */
export const PHRASES = ["Hello", "Good luck", "Well played", "Thank you", "Good game", "One moment, please", "I am back", "Sorry, I have to go", "Another game?", "No, thanks"];
/** Phrases that stay to be read. */
const SHOWN = 5;

export class Phrases {
  readonly element = h("div", { class: "phrases" });
  private readonly heard = h("ul", { class: "heard", "aria-label": "Phrases of the players" });
  private readonly say = h("select", { "aria-label": "Say something", id: "say" });

  constructor(
    private readonly description: Description,
    private readonly send: (request: Request) => void,
  ) {
    this.say.append(h("option", { value: "" }, "Say .."), ...PHRASES.map((phrase, at) => h("option", { value: at }, phrase)));
    this.say.addEventListener("change", () => {
      if (this.say.value) this.send({ type: "say", phrase: Number(this.say.value) });
      this.say.value = "";
    });
    this.say.hidden = self.role === "watcher";
    const toggle = button("Phrases", () => {
      choices.set("phrases", this.isOn ? "off" : "on");
      show();
    }, { id: "phrases", title: "Hear and say a few fixed phrases" });
    const show = () => {
      toggle.setAttribute("aria-pressed", String(this.isOn));
      this.say.hidden = !this.isOn || self.role === "watcher";
      this.heard.hidden = !this.isOn;
    };
    show();
    this.element.append(h("div", { class: "row" }, toggle, this.say), this.heard);
  }

  /** Returns whether this browser's user wants to hear them. */
  private get isOn(): boolean {
    return choices.get("phrases", "off") === "on";
  }

  /** Hears a phrase of a seat, or of the host. */
  hear(seat: number | null, phrase: number): void {
    const text = PHRASES[phrase];
    if (!this.isOn || text === undefined) return;
    const line = `${seat === null ? "The host" : this.description.players[seat].name}: ${text}`;
    this.heard.append(h("li", {}, line));
    while (this.heard.children.length > SHOWN) this.heard.firstChild?.remove();
    announce(line);
  }
}
