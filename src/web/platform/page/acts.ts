/** Presses, releases and keys: what the trader does is answered before books that wait to be drawn. */

const ACTS = ['pointerdown', 'pointerup', 'keydown'] as const

/** Calls `onAct` for each of them, not for the repeats of a held key. */
export function hearActs(view: Pick<Window, 'addEventListener'>, onAct: () => void): void {
  const act = (event: Event): void => {
    if (!('repeat' in event) || event.repeat !== true) onAct()
  }
  for (const type of ACTS) view.addEventListener(type, act, { capture: true, passive: true })
}
