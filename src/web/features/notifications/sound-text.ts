/** The state of sound as text, with what to do about it. */
import type { SoundState } from '../../data/alerts/sound-player.ts'

/** @param volume  0 to 100 */
export function soundText(state: SoundState, volume: number): string {
  if (state === 'unavailable') return 'This browser plays no generated sound.'
  if (volume === 0) return 'Off: the volume is 0.'
  return state === 'locked'
    ? 'Locked: the browser stays silent until you click or press a key in this page.'
    : 'Ready.'
}
