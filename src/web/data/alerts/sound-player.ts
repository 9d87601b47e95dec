/**
 * Plays the sounds through the browser. A browser keeps a page silent until somebody has clicked or typed in it: until
 * then the player is locked and says so, and the first gesture of any kind unlocks it. Between sounds the device rests: one that
 * runs costs a page that does nothing more than anything else.
 */
import { createStore } from '../../platform/state/store.ts'

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

/** `unavailable`: this browser plays no generated sound. */
export type SoundState = 'unavailable' | 'locked' | 'ready'

export type SoundPlayer = ReturnType<typeof createSoundPlayer>

type AudioView = Pick<Window, 'addEventListener' | 'removeEventListener' | 'setTimeout'> & {
  readonly AudioContext?: typeof AudioContext
}

const GESTURES = ['pointerdown', 'pointerup', 'keydown'] as const
const RISE_S = 0.008
const MOMENT_MS = 3_000
/** Sound that the device still holds when the last note has ended. */
const TAIL_MS = 500

/** Builds a silent player over the window's audio. */
export function createSoundPlayer(view: AudioView) {
  const Context = view.AudioContext
  const state = createStore<SoundState>(Context === undefined ? 'unavailable' : 'locked')
  let context: AudioContext | null = null
  /** Notes that have not ended. */
  let notes = 0

  function rest(): void {
    if (notes === 0) void context?.suspend()
  }

  function look(): void {
    if (context?.state !== 'running' || state.get() !== 'locked') return
    for (const gesture of GESTURES) view.removeEventListener(gesture, unlock, true)
    state.set('ready')
    rest()
  }

  function open(): void {
    if (context !== null || Context === undefined) return
    try {
      context = new Context()
      context.addEventListener('statechange', look)
    } catch {
      state.set('unavailable')
    }
  }

  /** A refusal leaves it locked: the next gesture asks again. */
  function unlock(): void {
    open()
    void context?.resume()
  }

  return {
    state,
    /**
     * Opens the device at the first gesture, or after a moment: it takes the browser a tenth of a second, in which a page
     * that has just been opened has better to do. Before that nothing is played and the browser is not asked.
     */
    start: (): void => {
      for (const gesture of GESTURES) view.addEventListener(gesture, unlock, true)
      view.setTimeout(open, MOMENT_MS)
    },
    /**
     * Plays at a volume of 0 to 100; false when nothing is played. Notes set while the device wakes wait for it: its time does
     * not move.
     */
    play: (sound: SoundName, volume: number): boolean => {
      if (context === null || state.get() !== 'ready' || volume <= 0) return false
      void context.resume()
      const now = context.currentTime
      for (const { atMs, hertz, forMs } of SOUNDS[sound]) {
        const from = now + atMs / 1_000
        const to = from + forMs / 1_000
        const tone = new OscillatorNode(context, { type: 'triangle', frequency: hertz })
        const gain = new GainNode(context, { gain: 0 })
        gain.gain.setValueAtTime(0, from)
        gain.gain.linearRampToValueAtTime(gainOf(volume), from + RISE_S)
        gain.gain.setValueAtTime(gainOf(volume), Math.max(from + RISE_S, to - 4 * RISE_S))
        gain.gain.linearRampToValueAtTime(0, to)
        notes += 1
        tone.addEventListener('ended', () => {
          notes -= 1
          view.setTimeout(rest, TAIL_MS)
        })
        tone.connect(gain).connect(context.destination)
        tone.start(from)
        tone.stop(to)
      }
      return true
    },
  }
}

/** @param volume  0 to 100 */
export function soundText(state: SoundState, volume: number): string {
  if (state === 'unavailable') return 'This browser plays no generated sound.'
  if (volume === 0) return 'Off: the volume is 0.'
  return state === 'locked'
    ? 'Locked: the browser stays silent until you click or press a key in this page.'
    : 'Ready.'
}
