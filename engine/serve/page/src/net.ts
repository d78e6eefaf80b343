// The connection to the server, which comes back when it is lost.

import type { Description, Lessons, Reply, Request, VariantRow } from "./types";

/** The version of the protocol that this page speaks. */
export const VERSION = 2;

/** The messages of the server of some types. */
export type ReplyOf<Type extends Reply["type"]> = Extract<Reply, { type: Type }>;

/** The server, as the page sees it. */
export class Server {
  /** Hears every message. */
  onReply: (reply: Reply) => void = () => {};
  /** Hears when the connection comes and goes. */
  onState: (open: boolean) => void = () => {};
  private socket: WebSocket | null = null;
  private waiting: string[] = [];
  private delay = 250;

  constructor() {
    this.connect();
  }

  send(request: Request): void {
    const text = JSON.stringify(request);
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(text);
    } else if (this.waiting.length < 20) {
      this.waiting.push(text);
    }
  }

  private connect(): void {
    const socket = new WebSocket(new URL("ws", location.href.split("#")[0].replace(/^http/, "ws")));
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.delay = 250;
      this.onState(true);
      for (const text of this.waiting.splice(0)) socket.send(text);
    });
    socket.addEventListener("message", (event) => this.onReply(JSON.parse(event.data as string) as Reply));
    socket.addEventListener("close", () => {
      this.onState(false);
      window.setTimeout(() => this.connect(), this.delay);
      this.delay = Math.min(this.delay * 2, 5000);
    });
  }
}

/** An answer of the server without the requested value. */
export class Refusal extends Error {}

async function fetched<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Refusal(`${await response.text()}: ${path}`);
  return (await response.json()) as T;
}

const known = new Map<string, Promise<unknown>>();

/** Returns the contents of a path, requested once. After a failure the next call requests them again. */
function remembered<T>(path: string): Promise<T> {
  let found = known.get(path) as Promise<T> | undefined;
  if (!found) {
    found = fetched<T>(path);
    known.set(path, found);
    found.catch(() => known.delete(path));
  }
  return found;
}

/** All games. */
export function variants(): Promise<VariantRow[]> {
  return remembered("api/variants");
}

/** All that is needed to show a game. */
export function describe(name: string): Promise<Description> {
  return remembered(`api/variants/${encodeURIComponent(name)}`);
}

/** Returns the lessons of a game. */
export function lessons(name: string): Promise<Lessons> {
  return remembered(`api/lessons/${encodeURIComponent(name)}`);
}
