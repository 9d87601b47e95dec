/** Messages at the corner: ordinary ones expire, sticky ones wait to be dismissed. */
import { createStore } from '../state/store.ts'
import type { Readable } from '../state/store.ts'

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

export type ToastAction = { readonly label: string; readonly run: () => void }

type Shown = Pick<Toast, 'tone' | 'title' | 'text'> & {
  readonly sticky?: boolean
  readonly group?: string
  /** When it happened; left out, it is now. */
  readonly at?: number
  readonly action?: ToastAction | null
  readonly onDismiss?: () => void
}

export type Toasts = {
  readonly list: Readable<readonly Toast[]>
  readonly show: (toast: Shown) => void
  readonly dismiss: (id: number) => void
  /** Takes the toasts of a group away: what they say has been seen elsewhere. */
  readonly withdraw: (group: string) => void
}

const TOAST_MS = 6_000
const MAX_TOASTS = 20

/** Builds the list over a clock and a timer. */
export function createToasts(now: () => number, after: (ms: number, task: () => void) => void): Toasts {
  const list = createStore<readonly Toast[]>([])
  let nextId = 1

  function leave(id: number): void {
    list.update((old) =>
      old.some((toast) => toast.id === id) ? old.filter((toast) => toast.id !== id) : old,
    )
  }

  return {
    list,
    dismiss(id) {
      const toast = list.get().find((one) => one.id === id)
      leave(id)
      toast?.onDismiss?.()
    },
    withdraw(group) {
      list.update((old) =>
        old.some((toast) => toast.group === group) ? old.filter((toast) => toast.group !== group) : old,
      )
    },
    show(toast) {
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
      if (!sticky) after(TOAST_MS, () => leave(id))
    },
  }
}

/** Too many: the oldest that would expire go first. */
function fewest(toasts: readonly Toast[]): readonly Toast[] {
  if (toasts.length <= MAX_TOASTS) return toasts
  const last = toasts.findLastIndex((toast) => !toast.sticky)
  return fewest(toasts.toSpliced(last === -1 ? toasts.length - 1 : last, 1))
}
