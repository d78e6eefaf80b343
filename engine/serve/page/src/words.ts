// Scores, times and moves in words.

import type { Description, Kind, Move, Player, Position, Score, TreeNode, Verdict } from "./types";

/** A score as people write it, for the mover. */
export function score(value: Score): string {
  if ("mate" in value) return value.mate === 0 ? "mated" : `mate ${value.mate > 0 ? "in" : "against in"} ${Math.abs(value.mate)}`;
  return `${value.cp > 0 ? "+" : ""}${(value.cp / 100).toFixed(2)}`;
}

/** 12345 as 12.3k. */
export function count(value: number): string {
  if (value >= 1e9) return `${(value / 1e9).toFixed(1)}G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)}M`;
  return value >= 1e3 ? `${(value / 1e3).toFixed(1)}k` : String(value);
}

/** Milliseconds as a clock shows them. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 20) return `0:${seconds < 10 ? "0" : ""}${seconds.toFixed(1)}`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(Math.floor(seconds % 60)).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** Returns the player of a seat in words. */
export function player(who: Player): string {
  if (who.by === "human") return who.name ?? "human";
  return `engine, ${who.elo ?? "full strength"}${who.elo ? " Elo" : ""}`;
}

/** Returns the usual name of a kind of piece, in one word if the rules have one. */
export function kindName(kind: Kind): string {
  return /\(the (.+)\)$/.exec(kind.name)?.[1] ?? kind.name;
}

/** So many of something: `1 move`, `2 moves`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** A move in words, before it is played. */
export function spoken(description: Description, position: Position, move: Move): string {
  if (move.class === "pass") return "pass";
  const cell = (at: number) => description.board.cells[at].name;
  const names = move.clicks.map(cell);
  if (move.class === "removal") return `remove ${names.join(" and ")}`;
  const piece = position.pieces.find(([at]) => at === move.clicks[0]);
  const kind = piece ? kindName(description.kinds[piece[1]]) : "piece";
  const takes = move.takes.length > 0 ? `, takes ${move.takes.map(cell).join(", ")}` : "";
  const becomes = move.promotes === undefined ? "" : `, becomes ${kindName(description.kinds[move.promotes])}`;
  const how = move.class === "castling" ? "castling: " : move.class === "swap" ? "swap: " : "";
  return `${how}${kind} ${names.join(" ")}${takes}${becomes}`;
}

/** The cells that a duty to capture demands: those that every move takes, or else all that one does. */
export function demanded({ bound, moves }: Position): number[] {
  if (!bound) return [];
  const all = [...new Set(moves.flatMap((move) => move.takes))];
  const common = all.filter((cell) => moves.every((move) => move.takes.includes(cell)));
  return common.length > 0 ? common : all;
}

/** A move's number before its text: `3.`, or `3...` where another seat than the first begins a line. */
export function number(node: TreeNode): string {
  return node.seat === 0 ? `${node.number}.` : `${node.number}…`;
}

/** Returns every seat's expected share by a verdict on a position with this mover; nothing if not known. */
export function shares(verdict: Verdict | null, mover: number, seats: number): number[] {
  if (!verdict) return [];
  if (verdict.shares.length === seats) return verdict.shares;
  if (seats !== 2) return [];
  const own = verdict.mate !== null ? (verdict.mate > 0 ? 1 : 0) : 1 / (1 + 10 ** (-(verdict.cp ?? 0) / 400));
  const mine = Math.round(own * 1000);
  return mover === 0 ? [mine, 1000 - mine] : [1000 - mine, mine];
}
