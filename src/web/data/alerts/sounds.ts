/** The sounds of the terminal as notes. They differ in their course, not in pitch alone: up, down, repeated. */

export type SoundName = 'fill' | 'trouble' | 'alert' | 'game' | 'safe'

/** One note: when it starts, how high and how long. */
export type Note = { readonly atMs: number; readonly hertz: number; readonly forMs: number }

/** `fill` two notes up, `trouble` two low notes down and again, `alert` three up, `game` one note thrice, `safe` two down. */
export const SOUNDS: Readonly<Record<SoundName, readonly Note[]>> = {
  fill: [note(0, 660, 90), note(110, 880, 140)],
  trouble: [note(0, 440, 120), note(140, 294, 180), note(420, 440, 120), note(560, 294, 220)],
  alert: [note(0, 587, 90), note(110, 740, 90), note(220, 988, 200)],
  game: [note(0, 784, 90), note(150, 784, 90), note(300, 784, 160)],
  safe: [note(0, 523, 160), note(190, 349, 260)],
}

function note(atMs: number, hertz: number, forMs: number): Note {
  return { atMs, hertz, forMs }
}

/** How loud a volume of 0 to 100 is, as a gain of at most a half: loudness follows the square. */
export function gainOf(volume: number): number {
  const share = Math.min(100, Math.max(0, volume)) / 100
  return (share * share) / 2
}
