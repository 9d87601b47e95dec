/**
 * The windows that the page draws: its own, and those of panels. Dialogs and messages open in the window that was used
 * last: pressed, typed in or focused.
 */
import { keepFocus } from './keep-focus.ts'
import { createStore } from '../state/store.ts'
import type { Readable } from '../state/store.ts'

/** The page's own window, by name. */
export const MAIN = ''

export type Windows = {
  readonly inUse: Readable<string>
  /** By name, the page's own first. */
  readonly open: Readable<ReadonlyMap<string, Window>>
  /** The window in use itself. */
  readonly viewInUse: () => Window
  readonly documents: () => readonly Document[]
  /** Brings the window of a document forward. */
  readonly bringForward: (there: Document) => void
  /** Does something for each window, now and when it opens; what it answers is called when the window closes. */
  readonly each: (begin: (view: Window) => () => void) => void
  /** Adds a panel's window; returns the function that removes it. */
  readonly join: (name: string, view: Window) => () => void
}

const USES = ['pointerdown', 'keydown', 'focus'] as const
const ACTS = ['pointerdown', 'pointerup', 'keydown'] as const

/** Builds the list over the page's own window. `onAct` is called for each press, release and key in any of them, but not of what a held key repeats. */
export function createWindows(main: Window, onAct: () => void): Windows {
  const open = createStore<ReadonlyMap<string, Window>>(new Map([[MAIN, main]]))
  const inUse = createStore(MAIN)
  const begins: ((view: Window) => () => void)[] = []

  const act = (event: Event): void => {
    if (!('repeat' in event) || event.repeat !== true) onAct()
  }

  function note(name: string, view: Window): () => void {
    // What a panel's window tells the page, such as its keys, is no use of the page's own.
    const use = (event: Event): void => {
      if (event.isTrusted) inUse.set(name)
    }
    for (const type of USES) view.addEventListener(type, use, { capture: true })
    for (const type of ACTS) view.addEventListener(type, act, { capture: true, passive: true })
    const letFocusGo = keepFocus(view)
    return () => {
      letFocusGo()
      for (const type of USES) view.removeEventListener(type, use, { capture: true })
      for (const type of ACTS) view.removeEventListener(type, act, { capture: true })
    }
  }
  note(MAIN, main)

  return {
    inUse,
    open,
    viewInUse: () => open.get().get(inUse.get()) ?? main,
    documents: () => [...open.get().values()].map((view) => view.document),
    bringForward(there) {
      for (const [name, view] of open.get()) {
        if (view.document !== there) continue
        view.focus()
        inUse.set(name)
      }
    },
    each(begin) {
      begins.push(begin)
      for (const view of open.get().values()) begin(view)
    },
    join(name, view) {
      const stops = [note(name, view), ...begins.map((begin) => begin(view))]
      open.update((old) => new Map([...old, [name, view]]))
      return () => {
        for (const stop of stops) stop()
        open.update((old) => new Map([...old].filter(([, one]) => one !== view)))
        if (inUse.get() === name) inUse.set(MAIN)
      }
    },
  }
}
