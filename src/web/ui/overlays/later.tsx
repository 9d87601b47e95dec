/** A part of the page that is loaded after the first view: drawn at once when it is there, else as soon as it has come. */
import { lazy, Suspense, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'

const begun: (() => Promise<unknown>)[] = []

/** Loads every such part that has been named: to be called once the first view stands, so that the first press waits for none. */
export function loadLaterParts(): void {
  // What does not come now is asked for again when it is used.
  for (const load of begun) load().catch(() => undefined)
}

/**
 * The part itself, and `waiting` until it has come. Once it has been loaded it is drawn without a boundary: what had shown a fallback is held back by React for 300 ms,
 * and a dialog belongs into the next frame.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ((props: Props) => ReactNode) | null = null,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null
  const take = async (): Promise<{ default: ComponentType<Props> }> => {
    Loaded = await load()
    return { default: Loaded }
  }
  begun.push(take)
  const Coming = lazy(take)
  return function Later(props: Props) {
    // As it was at first: a dialog that changed its form with the first letter typed would be another one, and lose the focus.
    const [Ready] = useState(() => Loaded)
    if (Ready !== null) return <Ready {...props} />
    return (
      <Suspense fallback={waiting?.(props) ?? null}>
        <Coming {...props} />
      </Suspense>
    )
  }
}
