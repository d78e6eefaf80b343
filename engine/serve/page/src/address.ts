// The place of the page that an address names.

/** A part of the page, the game or token that it is about, and a position string or a number. */
export interface Address {
  part: string;
  name: string;
  rest: string;
}

/**
 * Reads the part of an address after `#`. A position string may have its slashes bare or written
 * as `%2F`; a `%` that begins no character stays as it is.
 */
export function address(hash: string): Address {
  const [part, name = "", ...rest] = hash.replace(/^#\/?/, "").split("/");
  return { part, name, rest: decoded(rest.join("/")) };
}

function decoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}
