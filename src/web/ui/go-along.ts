/** Keys along a row of buttons, which is one stop of Tab. */
import type { KeyboardEvent } from 'react'

/** Arrows go round, Home and End to the ends; answers the button that got the focus. */
export function goAlong(down: KeyboardEvent<HTMLButtonElement>): HTMLElement | undefined {
  if (down.ctrlKey || down.altKey || down.metaKey || down.shiftKey) return undefined
  const all = [...(down.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
  const at = all.indexOf(down.currentTarget)
  const next: Readonly<Record<string, HTMLElement | undefined>> = {
    ArrowRight: all[at + 1] ?? all[0],
    ArrowLeft: all.at(at - 1),
    Home: all[0],
    End: all.at(-1),
  }
  const found = next[down.key]
  if (found === undefined) return undefined
  down.preventDefault()
  found.focus()
  return found
}
