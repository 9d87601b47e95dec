/**
 * The way out of a position: ARMED one press sends it, as it reduces risk (PAGE-1); the small button beside it opens the details. It
 * keeps its width, so that nothing moves under the pointer, and says for some seconds what came of it.
 */
import styles from './exit-control.module.css'
import { useRef } from 'react'
import { ChevronDownIcon } from 'lucide-react'
import type { Position } from '../platform/api/client.ts'
import { useSelected } from '../platform/state/hooks.ts'
import {
  useAccount,
  useKeyText,
  usePage,
  usePosition,
  usePrices,
  useTrading,
  useWorkspace,
} from '../contexts/contexts.ts'
import { refusedText } from '../actions/outcome.ts'
import { exitQuote } from '../actions/exit-quote.ts'
import type { ExitPress } from '../actions/close.ts'
import { tip, Button } from '../ui/controls.tsx'
import { useExitResult } from './use-exit-result.ts'
import { writtenAmount } from '../platform/format/figures.ts'
import { sayRefused } from '../platform/page/messages.ts'
import { exitLabel } from '../words/position-text.ts'

/** `mode` is what one press does; a low one leaves out what is expected, which its explanation has. */
export function ExitControl(props: {
  readonly position: Position
  readonly mode: 'walk' | 'hedge'
  readonly isLow?: boolean
}) {
  const { position, mode, isLow = false } = props
  const { exits } = useTrading()
  const page = usePage()
  const { openedPosition } = useWorkspace()
  const prices = usePrices()
  const place = useRef<HTMLSpanElement>(null)
  const pressed = useRef<ExitPress | 'result' | null>(null)
  const isArmed = useSelected(useTrading().trading, (trading) => trading?.mode === 'ARMED')
  const other = usePosition(position.oppositeOutcomeId ?? '')
  const key = useKeyText(mode === 'hedge' ? 'hedge' : 'exit_walk')
  useSelected(useAccount().positions, (list) => list.current)
  const barred = useSelected(useTrading().intents.list, () => exits.barred(position, mode))
  const result = useExitResult(position.outcomeId, mode)
  const quote = exitQuote(position, mode, null, prices)
  const label = exitLabel(position, mode === 'hedge', quote, other, prices)
  const name = mode === 'hedge' ? 'Hedge' : 'Exit'
  const what = `${writtenAmount(position.size)} ${position.outcomeName}`
  const open = () => openedPosition.set({ position, view: mode, anchor: place.current })

  function release(isByKey: boolean): void {
    if (!isArmed) {
      open()
      return
    }
    // The text there, now or at the press, is the last result, not the order of a press.
    const seen = isByKey ? null : pressed.current
    if (result !== null || seen === 'result') return
    const text = refusedText(exits.release(seen ?? exits.press(position, mode)))
    if (text !== '') sayRefused(page, `${name} not sent`, { text, group: 'exit-press' })
  }

  const needs = !isArmed
    ? ' SAFE: arm to send; opens the details.'
    : barred === null
      ? ''
      : ` Not now: ${barred.replace(/[.]$/, '')}.`
  return (
    <span ref={place} className={styles.exitControl} data-mode={mode} data-low={isLow ? '' : undefined}>
      <Button
        className={`button ${isArmed ? (mode === 'hedge' ? 'buy' : 'sell') : ''}`}
        aria-disabled={isArmed && (barred !== null || result !== null)}
        aria-haspopup={isArmed ? undefined : 'dialog'}
        {...tip(`${label.sentence}${needs}${key === '' ? '' : ` (${key})`}`)}
        onPointerDown={() => {
          pressed.current = result === null ? exits.press(position, mode) : 'result'
        }}
        onKeyDown={(down) => {
          if (down.repeat) down.preventDefault()
        }}
        onClick={({ detail }) => release(detail === 0)}
      >
        {result === null ? (
          <>
            <b>{isArmed ? label.verb : `${label.verb}\u2026`}</b>
            <span>
              <span data-part="first">{label.first}</span> <span>{label.second}</span>
            </span>
          </>
        ) : (
          <>
            <b>{result.word}</b>
            <span>{result.text}</span>
          </>
        )}
        <span className="visually-hidden"> {position.outcomeName}</span>
      </Button>
      {mode === 'walk' && (
        <Button
          className="button"
          aria-label={`Details of ${what}: part, resting exit, hedge`}
          aria-haspopup="dialog"
          onClick={open}
        >
          <ChevronDownIcon />
        </Button>
      )}
    </span>
  )
}

/** Nothing where none is held. */
export function ExitButton({ outcomeId }: { readonly outcomeId: string | null }) {
  const held = usePosition(outcomeId ?? '')
  return held?.status === 'open' ? <ExitControl position={held} mode="walk" /> : null
}
