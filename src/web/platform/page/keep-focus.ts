/**
 * Moves keyboard focus to a neighbour when the focused element is removed or disabled: the same control of the next
 * row in a list. For a closed panel or dialog nothing is searched: its closer sets the focus.
 */
import { reachableIn } from './reachable.ts'

const BOUNDS = '.panel, [role="dialog"]'

/** One element that the lost one stood in, and where in it. */
type Step = {
  readonly parent: HTMLElement
  /** Index and name of the child that had it. */
  readonly at: number
  readonly tag: string
  /** How many other places of that child come after the lost one. */
  readonly after: number
}

/** Watches the page. */
export function keepFocus(view: Window): void {
  let lost: readonly Step[] | null = null
  let isKeyHeld = false
  let isByKeys = false

  function settle(): void {
    // A held key repeats: its next press would be one of the neighbour.
    if (lost === null || isKeyHeld) return
    const steps = lost
    lost = null
    if (view.document.activeElement === view.document.body) neighbourOf(steps)?.focus()
  }

  const listeners = {
    pointerdown() {
      isByKeys = false
      lost = null
    },
    keydown() {
      isByKeys = true
      isKeyHeld = true
    },
    keyup() {
      isKeyHeld = false
      settle()
    },
    blur(event: Event) {
      if (event.target === view) isKeyHeld = false
    },
    focusin() {
      lost = null
    },
    focusout({ target }: Event) {
      if (!isByKeys || !(target instanceof Element)) return
      const steps = stepsOf(target)
      view.requestAnimationFrame(() => {
        if (target.isConnected && !target.matches(':disabled')) return
        lost ??= steps
        settle()
      })
    },
  } as const
  for (const [type, listener] of Object.entries(listeners)) view.addEventListener(type, listener, true)
}

/** From the element outwards to the panel or dialog around it; none without one. */
function stepsOf(target: Element): readonly Step[] {
  const bounds = target.closest(BOUNDS)
  if (bounds === null) return []
  const steps: Step[] = []
  for (let child = target; child !== bounds;) {
    const parent = child.parentElement
    if (parent === null) return []
    const places = reachableIn(child)
    steps.push({
      parent,
      at: [...parent.children].indexOf(child),
      tag: child.tagName,
      after: places.length - 1 - places.findIndex((one) => one === target),
    })
    child = parent
  }
  return steps
}

/** The nearest place that is left: what came after it, then what stood before, then further out, at last the panel itself. */
function neighbourOf(steps: readonly Step[]): HTMLElement | null {
  const bounds = steps.at(-1)?.parent
  if (bounds?.isConnected !== true) return null
  for (const { parent, at, tag, after } of steps) {
    if (!parent.isConnected) continue
    const children = [...parent.children]
    for (const child of [...children.slice(at), ...children.slice(0, at).toReversed()]) {
      const places = reachableIn(child)
      const same = child.tagName === tag ? places[Math.max(0, places.length - 1 - after)] : places[0]
      if (same !== undefined) return same
    }
  }
  if (bounds.tabIndex < 0) bounds.tabIndex = -1
  return bounds
}
