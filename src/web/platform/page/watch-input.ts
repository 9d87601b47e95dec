/** Presses and keys on the page: answered before books that wait to be drawn, refused where the place has just changed. */
import type { Announcer } from './messages.ts'
import type { Frame } from './frame.ts'
import { keepFocus } from './keep-focus.ts'
import { guardPresses } from './settling.ts'

/** From a press to the release, and from that to the frame that shows what it did. */
const INPUT_MS = 100
const GONE = 'Ignored: this just changed. Press again.'

const ACTS = ['pointerdown', 'pointerup', 'keydown'] as const

/** Calls `onAct` for each of them, not for the repeats of a held key. */
export function hearActs(view: Pick<Window, 'addEventListener'>, onAct: () => void): void {
  const act = (event: Event): void => {
    if (!('repeat' in event) || event.repeat !== true) onAct()
  }
  for (const type of ACTS) view.addEventListener(type, act, { capture: true, passive: true })
}

/** Watches the page as long as it lives. */
export function watchInput(view: Window, frame: Frame, announcer: Announcer): void {
  hearActs(view, () => frame.giveWay(INPUT_MS))
  keepFocus(view)
  guardPresses(view, () => announcer.say(GONE))
}
