// Sounds, made on the spot; off unless somebody wants them.

import { choices } from "./dom";

let audio: AudioContext | undefined;

export function isOn(): boolean {
  return choices.get("sound", "off") === "on";
}

export function turn(on: boolean): void {
  choices.set("sound", on ? "on" : "off");
  if (on) play("move");
}

/** The events that have sounds. */
export type Sound = "move" | "take" | "end" | "turn" | "low";

/** Pitches in hertz and their length in seconds; those of a turn come one after the other. */
const SOUNDS: Record<Sound, { pitches: number[]; length: number; gap: number }> = {
  move: { pitches: [420], length: 0.09, gap: 0 },
  take: { pitches: [240], length: 0.09, gap: 0 },
  end: { pitches: [330, 415, 495], length: 0.9, gap: 0 },
  turn: { pitches: [523, 784], length: 0.14, gap: 0.12 },
  low: { pitches: [880, 880, 880], length: 0.08, gap: 0.15 },
};

/** A knock for a move, a deeper one for a capture, a chord for the end, two tones for one's turn, three for short time. */
export function play(what: Sound): void {
  if (!isOn()) return;
  audio ??= new AudioContext();
  const { pitches, length, gap } = SOUNDS[what];
  const now = audio.currentTime;
  pitches.forEach((pitch, at) => {
    if (!audio) return;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const begin = now + at * gap;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.25 / (gap > 0 ? 1 : pitches.length), begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + length);
  });
}
