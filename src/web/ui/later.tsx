/** A part of the page that is loaded after the first view: drawn at once when it is there, else as soon as it has come. */
import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'

/** Until the first view is there: code that it does without would take its time. */
export const { promise: firstView, resolve: endFirstView } = Promise.withResolvers<void>()

/** Code that a press asks for: loaded once the first view is there. If it does not come then, the press asks again. */
export function soon<Module>(load: () => Promise<Module>): () => Promise<Module> {
  firstView.then(load).catch(() => undefined)
  return load
}

export type Meanwhile<Props> = {
  /** Loaded once the first view is there: a press or a key that opens it waits for nothing. */
  readonly isAhead?: boolean
  /** Drawn until the part has come. */
  readonly waiting?: (props: Props) => ReactNode
  /** Drawn when it could not be loaded, as after a restart of the terminal; `again` loads it once more. */
  readonly failed?: (props: Props, again: () => void) => ReactNode
}

/**
 * The part itself. React's `lazy` is not used: it keeps a failure for good and throws it at the page, and a fallback of
 * `Suspense` is held back for 300 ms, while a dialog belongs into the next frame.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isAhead = false, waiting, failed }: Meanwhile<Props> = {},
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null
  const take = async () => (Loaded = await load())
  if (isAhead) soon(take)
  return function Later(props: Props) {
    // As it was at first: a dialog that changed its form with the first letter typed would be another one, and lose the focus.
    const [Part, setPart] = useState(() => Loaded)
    const [hasFailed, setHasFailed] = useState(false)
    useEffect(() => {
      if (Part !== null || hasFailed) return undefined
      let isWanted = true
      take().then(
        (part) => isWanted && setPart(() => part),
        () => isWanted && setHasFailed(true),
      )
      return () => {
        isWanted = false
      }
    }, [Part, hasFailed])
    if (Part !== null) return <Part {...props} />
    return hasFailed ? failed?.(props, () => setHasFailed(false)) : waiting?.(props)
  }
}
