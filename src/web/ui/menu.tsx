/** A menu below its button: arrows move, Enter chooses, Escape, Tab and a press elsewhere close it. */
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, RefObject } from 'react'

export type MenuItem = {
  readonly id: string
  readonly text: string
  readonly hint: string
  readonly run: () => void
  readonly disabled: boolean
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Shows the items while mounted; the focus starts at the first that can be chosen and goes back to the opener. */
export function Menu(props: {
  readonly name: string
  readonly items: readonly MenuItem[]
  readonly opener: RefObject<HTMLElement | null>
  readonly onClose: () => void
}) {
  const { opener, onClose } = props
  const list = useRef<HTMLDivElement | null>(null)
  const buttons = (): readonly HTMLButtonElement[] => [
    ...(list.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? []),
  ]

  useEffect(() => {
    list.current?.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus()
    function onPress(event: PointerEvent): void {
      const target = event.target instanceof Node ? event.target : null
      if (list.current?.contains(target) !== true && opener.current?.contains(target) !== true) onClose()
    }
    window.addEventListener('pointerdown', onPress)
    return () => window.removeEventListener('pointerdown', onPress)
  }, [opener, onClose])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault()
      event.stopPropagation()
      opener.current?.focus()
      onClose()
      return
    }
    const all = buttons()
    const at = all.findIndex((button) => button === document.activeElement)
    const step = STEPS[event.key]
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : step === undefined ? null : at + step
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    all.at(next % all.length)?.focus()
  }

  return (
    <div ref={list} className="menu" role="menu" aria-label={props.name} tabIndex={-1} onKeyDown={onKeyDown}>
      {props.items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={item.disabled}
          onClick={() => {
            item.run()
            opener.current?.focus()
            onClose()
          }}
        >
          <span>{item.text}</span>
          <span className="soft">{item.hint}</span>
        </button>
      ))}
    </div>
  )
}
