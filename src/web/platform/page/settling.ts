/**
 * A place from which something has just gone, or where something else has come, refuses presses for half a second, by the
 * pointer and by keys (INV-84). Lists and cells whose content moves say so by `settle`; a second press right after the first, which
 * would find another thing than the first did, is refused everywhere.
 */

/** How long a place refuses presses after something has gone from it. */
export const SETTLE_MS = 500

/** A press this near to the one before is at the same place, in CSS pixels. */
const NEAR_PX = 24

const PRESSABLE =
  'button, a[href], summary, label, select, input, textarea, [role="option"], [role^="menuitem"], [role="tab"], [data-column]'
/** Keys write into these, whatever lies around them. */
const WRITTEN_IN = 'input:not([type="checkbox"], [type="radio"]), textarea'
const TYPED_IN = `${WRITTEN_IN}, select`
const PRESS_KEYS = ['Enter', ' ']

/** One press: with what, where, and on which thing that says what it does. */
export type PressAt<Thing> = {
  readonly by: string
  readonly x: number
  readonly y: number
  readonly thing: Thing | null
  readonly deed: string
}

/**
 * Remembers the last press: whether the next one would find another thing at its place.
 *
 * @param isThere  the thing before is where it was and says what it said: who presses another one means that
 */
export function createPressMemory<Thing>(
  now: () => number,
  isThere: (thing: Thing, deed: string) => boolean = () => false,
) {
  let last: (PressAt<Thing> & { readonly at: number }) | null = null
  return {
    /** A refused press keeps the memory of the thing before, so that a third one finds the place at rest or is refused too. */
    refuses(press: PressAt<Thing>): boolean {
      const at = now()
      const before = last
      const isAgain =
        before !== null &&
        before.thing !== null &&
        before.by === press.by &&
        at - before.at < SETTLE_MS &&
        Math.hypot(press.x - before.x, press.y - before.y) < NEAR_PX
      const isOther =
        before !== null &&
        before.thing !== null &&
        (press.thing !== before.thing || press.deed !== before.deed) &&
        !(press.thing !== before.thing && isThere(before.thing, before.deed))
      last = isAgain && isOther ? { ...before, at } : { ...press, at }
      return isAgain && isOther && press.thing !== null
    },
    forget() {
      last = null
    },
  }
}

const SETTLING = 'data-settling'
/** On the root of the document: some press in it may be refused. Who drives the page by a program waits until it is gone. */
const GUARDED = 'data-guarded'
const ends = new WeakMap<Element, number>()

/** These places refuse presses from now on, for half a second. */
export function settle(places: readonly Element[]): void {
  if (places.length === 0) return
  mark(places, SETTLING)
  guard()
}

function guard(): void {
  mark([document.documentElement], GUARDED)
}

/** Marks them for half a second from now on. */
function mark(elements: readonly Element[], attribute: string): void {
  const end = performance.now() + SETTLE_MS
  for (const element of elements) {
    ends.set(element, end)
    element.setAttribute(attribute, '')
  }
  window.setTimeout(() => {
    for (const element of elements) if (ends.get(element) === end) element.removeAttribute(attribute)
  }, SETTLE_MS)
}

let left: { readonly box: DOMRect; readonly at: number } | null = null

/** Ref of what lies over others: once it has gone, what was under it refuses presses too. */
export function leaves(over: Element | null): (() => void) | undefined {
  if (over === null) return undefined
  return () => {
    left = { box: over.getBoundingClientRect(), at: performance.now() }
    guard()
  }
}

function isUncovered({ clientX: x, clientY: y }: PointerEvent): boolean {
  const gone = left
  if (gone === null || performance.now() - gone.at >= SETTLE_MS) return false
  return x >= gone.box.left && x < gone.box.right && y >= gone.box.top && y < gone.box.bottom
}

/** Watches the page and refuses what is pressed too soon. */
export function guardPresses(view: Window, onRefused: () => void): void {
  const now = () => view.performance.now()
  const pointer = createPressMemory<Element>(now)
  const keys = createPressMemory<Element>(now, (thing, deed) => thing.isConnected && deedOf(thing) === deed)
  let isRefused = false

  const stop = (event: Event): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const stopFollowing = (event: Event): void => {
    if (isRefused) stop(event)
  }
  const refuse = (event: Event): void => {
    stop(event)
    onRefused()
  }
  const listeners: Readonly<Record<string, (event: never) => void>> = {
    pointerdown(down: PointerEvent) {
      const thing = pressableAt(down.target)
      const { clientX: x, clientY: y, pointerType, button } = down
      const isOther = pointer.refuses({ by: `${pointerType} ${button}`, x, y, thing, deed: deedOf(thing) })
      isRefused = isOther || isSettling(down.target) || isUncovered(down)
      guard()
      if (isRefused) refuse(down)
    },
    pointerup: stopFollowing,
    mousedown: stopFollowing,
    mouseup: stopFollowing,
    auxclick: stopFollowing,
    contextmenu: stopFollowing,
    click(click: MouseEvent) {
      // True for a click whose press began in time. Keys and aids name their target, wherever it lies.
      const isNamed = click.detail === 0 && !isCell(click.target)
      if (isRefused || (!isNamed && isSettling(click.target))) stop(click)
      isRefused = false
    },
    keydown(down: KeyboardEvent) {
      isRefused = false
      if (!PRESS_KEYS.includes(down.key)) {
        if (!['Shift', 'Control', 'Alt', 'Meta'].includes(down.key)) keys.forget()
        return
      }
      const active = view.document.activeElement
      const inHand = view.document.getElementById(active?.getAttribute('aria-activedescendant') ?? '')
      const thing = inHand ?? pressableAt(active)
      const isOther = keys.refuses({ by: down.key, x: 0, y: 0, thing, deed: deedOf(thing) })
      guard()
      if (thing?.matches(TYPED_IN) === true && down.key === ' ') return
      isRefused = isOther || (isCell(thing) && isSettling(thing))
      if (isRefused) refuse(down)
    },
    // Pasted or dictated: as with keys that write, the next press is meant for what was written.
    input({ target }: Event) {
      if (target instanceof Element && target.matches(WRITTEN_IN)) keys.forget()
    },
    // Where the space bar is let go, the button would be pressed.
    keyup: stopFollowing,
  }
  for (const [type, listener] of Object.entries(listeners))
    view.addEventListener(type, listener as EventListener, true)
}

function pressableAt(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(PRESSABLE) : null
}

/** True for a cell of a ladder: the effect of a press depends on its content. */
function isCell(target: EventTarget | null): boolean {
  return pressableAt(target)?.matches('[data-column]') === true
}

function isSettling(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${SETTLING}]`) !== null
}

/** The words of a thing without their figures, which move with the market; a cell and a field are themselves. */
function deedOf(thing: Element | null): string {
  if (thing === null || thing.matches('[data-column], input, textarea, select, label')) return ''
  return (thing.getAttribute('aria-label') ?? thing.textContent).replaceAll(/[^\p{L}]/gu, '')
}
