/** Messages at the corner: ordinary ones leave by themselves, sticky ones wait to be dismissed. */
import { createStore } from './store.ts'
import type { Readable } from './store.ts'

export type Toast = {
  readonly id: number
  readonly tone: 'info' | 'buy' | 'sell' | 'warn' | 'danger'
  readonly title: string
  readonly text: string
  readonly sticky: boolean
  readonly at: number
  /** Toasts of one group replace each other. */
  readonly group: string | null
}

export type Toasts = {
  readonly list: Readable<readonly Toast[]>
  readonly show: (toast: Omit<Toast, 'id' | 'at' | 'group'> & { readonly group?: string }) => void
  readonly dismiss: (id: number) => void
}

const TOAST_MS = 6_000
const MOST = 20

/** Builds the list over a clock and a timer. */
export function createToasts(now: () => number, after: (ms: number, task: () => void) => void): Toasts {
  const list = createStore<readonly Toast[]>([])
  let nextId = 1

  function dismiss(id: number): void {
    list.update((old) => old.filter((toast) => toast.id !== id))
  }

  return {
    list,
    dismiss,
    show(toast) {
      const id = nextId
      nextId += 1
      const group = toast.group ?? null
      list.update((old) =>
        [
          { ...toast, id, group, at: now() },
          ...old.filter((one) => group === null || one.group !== group),
        ].slice(0, MOST),
      )
      if (!toast.sticky) after(TOAST_MS, () => dismiss(id))
    },
  }
}
