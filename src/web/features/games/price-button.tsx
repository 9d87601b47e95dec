/** A best price of the board: pressed and released on it, it fills the ticket or sends (price-press.ts). */
import { useEffect, useRef } from 'react'
import { usePage } from '../../contexts/contexts.ts'
import type { Board } from './board-presses.ts'
import type { ListedPrice, PricePress } from './price-press.ts'
import { Button } from '../../ui/controls.tsx'

/** `text` is the price as prices are read; `words` what a press does. */
export function PriceButton(props: {
  readonly at: ListedPrice
  readonly text: string
  readonly words: string
  readonly board: Board
}) {
  const { at, text, words, board } = props
  const { presses, onResult } = board
  const { price } = at
  const { now } = usePage()
  const pressed = useRef<PricePress | null>(null)
  const shown = useRef({ price, since: Infinity })
  useEffect(() => {
    shown.current = { price, since: now() }
  }, [price, now])
  const press = () => presses.press(at, now() - shown.current.since)
  const drop = () => {
    pressed.current = null
  }
  return (
    <Button
      className={at.side === 'BUY' ? 'neg' : 'pos'}
      aria-label={words}
      onPointerDown={(down) => {
        pressed.current = down.button === 0 ? press() : null
      }}
      onPointerLeave={(leave) => {
        // A finger leaves before its click comes; one that scrolls cancels.
        if (leave.pointerType !== 'touch') drop()
      }}
      onPointerCancel={drop}
      onClick={(click) => {
        const one = pressed.current ?? (click.detail === 0 ? press() : null)
        drop()
        if (one !== null) onResult(presses.release(one), one.at)
      }}
    >
      {text}
    </Button>
  )
}
