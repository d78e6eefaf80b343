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

/** A short knock for a move, a deeper one for a capture, a chord for the end. */
export function play(what: "move" | "take" | "end"): void {
  if (!isOn()) return;
  audio ??= new AudioContext();
  const pitches = { move: [420], take: [240], end: [330, 415, 495] }[what];
  const now = audio.currentTime;
  for (const pitch of pitches) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    const length = what === "end" ? 0.9 : 0.09;
    volume.gain.setValueAtTime(0.25 / pitches.length, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(now);
    tone.stop(now + length);
  }
}
