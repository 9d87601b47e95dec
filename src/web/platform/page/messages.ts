/**
 * Texts of the two live regions, each at most once per its pause: texts within it are said at its end as one message. Toasts at
 * the corner: ordinary ones expire, sticky ones wait to be dismissed.
 */
import { createStore } from '../state/store.ts'
import type { Readable } from '../state/store.ts'

/** A function is asked when it is said. */
export type Words = string | (() => string)

export type Announcer = ReturnType<typeof createAnnouncer>

/** Pauses of PAGE-8. */
export const POLITE_PAUSE_MS = 2_000
const ASSERTIVE_PAUSE_MS = 5_000

/** The maximum of messages spoken together. */
const MAX_AT_ONCE = 6
const LAST_PRESS = 'last press'

/** Builds both regions over a clock and a timer. */
export function createAnnouncer(now: () => number, after: (ms: number, task: () => void) => void) {
  function region(pauseMs: number) {
    const store = createStore('')
    let spokeAt: number | null = null
    const waiting = new Map<string, Words>()

    function speak(text: string): void {
      spokeAt = now()
      // The same words twice in a row are still two messages: a no-break space makes the region change.
      store.set(store.get() === text ? `${text}\u00a0` : text)
    }

    function speakAll(): void {
      const press = waiting.get(LAST_PRESS)
      waiting.delete(LAST_PRESS)
      const all = [...waiting.values(), ...(press === undefined ? [] : [press])]
      waiting.clear()
      speak(joined(all.map((words) => (typeof words === 'string' ? words : words()))))
    }

    return {
      store: store as Readable<string>,
      put: (words: Words, about = typeof words === 'string' ? words : ''): void => {
        const left = spokeAt === null ? 0 : spokeAt + pauseMs - now()
        // Not while something waits: on a busy page the timer comes late, and would speak right behind this.
        if (waiting.size === 0) {
          if (left <= 0) {
            speak(typeof words === 'string' ? words : words())
            return
          }
          after(left, speakAll)
        }
        waiting.delete(about)
        waiting.set(about, words)
      },
    }
  }

  const polite = region(POLITE_PAUSE_MS)
  const assertive = region(ASSERTIVE_PAUSE_MS)
  return {
    polite: polite.store,
    assertive: assertive.store,
    /** Effect of a key or a press: while it waits, the next one replaces it. */
    say: (text: string): void => polite.put(text, LAST_PRESS),
    /** The outcome of orders, fills and alerts: never lost, only the newest about the same thing. */
    report: polite.put,
    /** Text that cannot wait for the polite region; otherwise as `report`. */
    alert: assertive.put,
  }
}

function joined(texts: readonly string[]): string {
  const [only = ''] = texts
  if (texts.length <= 1) return only
  const said = texts.slice(-MAX_AT_ONCE).map((text) => (/[.!?\u2026]$/.test(text) ? text : `${text}.`))
  const earlier = texts.length - said.length
  return [...(earlier > 0 ? [`${earlier} earlier messages.`] : []), ...said].join(' ')
}

export type Toast = {
  readonly id: number
  readonly tone: 'info' | 'buy' | 'sell' | 'warn' | 'danger'
  readonly title: string
  readonly text: string
  readonly sticky: boolean
  readonly at: number
  /** Toasts of one group replace each other. */
  readonly group: string | null
  /** Action of its button; null without one. */
  readonly action: ToastAction | null
  /** Called when the user dismisses or uses it, not when it expires. */
  readonly onDismiss: (() => void) | null
}

/** News of the mode: shown as a strip above the view instead (PAGE-3). */
export const MODE_GROUP = 'mode'

/** A press that led to nothing: shown as well as spoken, and replaced by the next of its group. */
export function sayRefused(
  { announcer, toasts }: { readonly announcer: Announcer; readonly toasts: Toasts },
  title: string,
  {
    text,
    group,
    sticky = false,
  }: { readonly text: string; readonly group: string; readonly sticky?: boolean },
): void {
  announcer.report(`${title}: ${text}`, group)
  toasts.show({ tone: 'danger', title, text, group, sticky })
}

export type ToastAction = { readonly label: string; readonly run: () => void }

type Shown = Pick<Toast, 'tone' | 'title' | 'text'> & {
  readonly sticky?: boolean
  readonly group?: string
  /** When it happened; left out, it is now. */
  readonly at?: number
  readonly action?: ToastAction | null
  readonly onDismiss?: () => void
}

export type Toasts = ReturnType<typeof createToasts>

const TOAST_MS = 6_000
const MAX_TOASTS = 20

/** Builds the list over a clock and a timer. */
export function createToasts(now: () => number, after: (ms: number, task: () => void) => void) {
  const list = createStore<readonly Toast[]>([])
  let nextId = 1

  function without(isGone: (toast: Toast) => boolean): void {
    list.update((old) => (old.some(isGone) ? old.filter((toast) => !isGone(toast)) : old))
  }

  return {
    list: list as Readable<readonly Toast[]>,
    dismiss: (id: number): void => {
      const toast = list.get().find((one) => one.id === id)
      without((one) => one.id === id)
      toast?.onDismiss?.()
    },
    /** Takes the toasts of a group away: what they say has been seen elsewhere. */
    withdraw: (group: string): void => without((toast) => toast.group === group),
    show: (toast: Shown): void => {
      const id = nextId
      nextId += 1
      const group = toast.group ?? null
      const sticky = toast.sticky === true
      const made = { ...toast, sticky, id, group, at: toast.at ?? now(), action: toast.action ?? null }
      list.update((old) =>
        fewest([
          { ...made, onDismiss: toast.onDismiss ?? null },
          ...old.filter((one) => group === null || one.group !== group),
        ]),
      )
      if (!sticky) after(TOAST_MS, () => without((one) => one.id === id))
    },
  }
}

/** Too many: the oldest that would expire go first. */
function fewest(toasts: readonly Toast[]): readonly Toast[] {
  if (toasts.length <= MAX_TOASTS) return toasts
  const last = toasts.findLastIndex((toast) => !toast.sticky)
  return fewest(toasts.toSpliced(last === -1 ? toasts.length - 1 : last, 1))
}
