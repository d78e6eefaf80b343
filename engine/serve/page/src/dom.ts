// Elements, made in one expression, and announcements for screen readers.

type Content = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | EventListener>;

const SVG = "http://www.w3.org/2000/svg";

function fill<T extends Element>(element: T, attributes: Attributes, content: Content[]): T {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...content.filter((part): part is Node | string => !!part || part === ""));
  return element;
}

/** An element of HTML; attributes that are functions listen to events of their names. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...content: Content[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(name), attributes, content);
}

/** An element of SVG. */
export function s<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...content: Content[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, name), attributes, content);
}

/** A button with a word or two. */
export function button(text: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", click: () => press(), ...attributes }, text);
}

/** Says something to screen readers. */
export function announce(text: string): void {
  const region = document.getElementById("announcer");
  if (region) {
    // The same text twice would not be read again.
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  }
}

let hiding = 0;

/** Shows a message for a while. */
export function notice(text: string): void {
  const place = document.getElementById("notice");
  if (!place) return;
  place.textContent = text;
  place.hidden = false;
  clearTimeout(hiding);
  hiding = window.setTimeout(hideNotice, 5000);
}

/** Hides the message. */
export function hideNotice(): void {
  const place = document.getElementById("notice");
  if (place) place.hidden = true;
}

/** The user's choices, which this browser remembers. */
export const choices = {
  get(name: string, usual: string): string {
    try {
      return localStorage.getItem(`rotunda.${name}`) ?? usual;
    } catch {
      return usual;
    }
  },
  set(name: string, value: string): void {
    try {
      localStorage.setItem(`rotunda.${name}`, value);
    } catch {
      // Without storage the page plays as well.
    }
  },
};

/** The values that this tab remembers until it is closed. */
export const memory = {
  get(name: string): string | null {
    try {
      return sessionStorage.getItem(`rotunda.${name}`);
    } catch {
      return null;
    }
  },
  set(name: string, value: string): void {
    try {
      sessionStorage.setItem(`rotunda.${name}`, value);
    } catch {
      // Without storage the page plays as well.
    }
  },
};
