/** My orders and exits at one price of one side: a chip to pick up and move, with a cross that cancels. */
import { ClockIcon } from 'lucide-react'
import { ZERO } from '#core/money.ts'
import { showCents, showCompact, showDepth, showSize } from '../../../platform/format/figures.ts'
import { useTrading } from '../../../contexts/contexts.ts'
import { legResult } from '../../../data/account/holding.ts'
import type { Holding } from '../../../data/account/holding.ts'
import type { OwnLevel } from '../../../data/account/own-levels.ts'
import type { ExitMark, PricedLeg } from '../../../data/account/exit-marks.ts'
import { later } from '../../../ui/later.tsx'
import { useSettling } from '../../../platform/page/use-settling.ts'
import { Button, tip } from '../../../ui/controls.tsx'
import styles from '../ladder.module.css'

const ExitChip = later(() => import('../later-parts.ts').then((module) => module.ExitChip))

const SIGN: Record<OwnLevel['state'], string> = {
  live: '',
  sending: '\u2026',
  unknown: '?',
  delayed: '',
  cancelling: '\u2212',
}

const WORDS: Record<OwnLevel['state'], string> = {
  live: 'live',
  sending: 'being sent',
  unknown: 'unknown, being checked',
  delayed: 'delayed by the venue',
  cancelling: 'being cancelled',
}

/** The cell; `text` is its price. */
export function OwnCell(props: {
  readonly level: OwnLevel | null
  readonly exits: readonly ExitMark[]
  readonly text: string
  /** Holding of the outcome, for what a resting target would bring. */
  readonly holding: Holding | null
  readonly isDragged: boolean
  readonly draggedLeg: PricedLeg | null
}) {
  const { level, text, draggedLeg } = props
  const place = useSettling<HTMLDivElement>(
    [...(level?.orders ?? []).map(({ id }) => id ?? ''), ...props.exits.map(({ leg }) => leg)].join(' '),
  )
  const isDragged = props.isDragged && draggedLeg === null
  const { commands } = useTrading()
  const exits = props.exits.filter(({ rests }) => !rests)
  const target = props.exits.find(({ rests }) => rests)
  const isTarget = target !== undefined
  const result = isTarget ? legResult(target, props.holding) : null
  const chips = exits.map((mark) => (
    <ExitChip
      key={mark.leg}
      mark={mark}
      text={text}
      isShort={level !== null || exits.length > 1}
      isDragged={props.isDragged && draggedLeg === mark.leg}
    />
  ))
  if (level === null)
    return (
      <div
        ref={place}
        role="gridcell"
        className={styles.ladderOwn}
        data-empty={exits.length > 0 ? undefined : ''}
        aria-label={exits.length > 0 ? undefined : 'No order of mine'}
      >
        {chips}
      </div>
    )
  const ids = level.orders.map((order) => order.id).filter((id) => id !== null)
  const mine = `my ${level.side === 'BUY' ? 'buy' : 'sell'} ${showSize(level.size)} at ${text}`
  const state = `${WORDS[level.state]}${otherText(level)}${isTarget ? ', target of an exit' : ''}${result === null ? '' : `, P&L ${showCents(result, true)} est.`}`
  const isMirrored = level.others > ZERO
  const glyphs = (level.state === 'delayed' ? 2 : SIGN[level.state].length) + (isTarget ? 1 : 0)
  // The title and the table have every digit; a chip has room for five or six.
  const whole = showDepth(level.size)
  const fitting = whole.length > 5 || whole.length + glyphs > 6 ? showCompact(level.size) : whole
  const size = isTarget ? `T${fitting}` : fitting
  const shown = size === whole ? '' : `, shown as ${size}`
  return (
    <div ref={place} role="gridcell" className={styles.ladderOwn}>
      {chips}
      <span
        className={styles.ownChip}
        data-state={level.state}
        data-mirrored={isMirrored ? '' : undefined}
        data-dragged={isDragged ? '' : undefined}
        data-long={fitting.length + glyphs > 4 ? '' : undefined}
      >
        <Button
          tabIndex={-1}
          className={styles.ownGrip}
          data-side={level.side}
          aria-label={`Move ${mine}, ${state}${shown}`}
          {...tip(
            `${showSize(level.size)} in ${level.orders.length} order${level.orders.length === 1 ? '' : 's'}, ${state}. Drag to another price, or press and use the arrows and Enter.`,
          )}
        >
          {level.state === 'delayed' && <ClockIcon size={8} />}
          {SIGN[level.state]}
          {size}
        </Button>
        {ids.length > 0 && (
          <Button
            tabIndex={-1}
            className={styles.ownCancel}
            aria-label={`Cancel ${mine}, ${state}`}
            {...tip('Cancel')}
            onClick={() => commands.cancelOrders(ids)}
          >
            {'\u00d7'}
          </Button>
        )}
      </span>
    </div>
  )
}

/** Part of the chip in an order of the other outcome, which reads as this one from here. */
function otherText({ outcomeId, others, size, side, orders }: OwnLevel): string {
  if (others <= ZERO) return ''
  const name = orders.find((order) => order.outcomeId !== outcomeId)?.outcomeName ?? 'the other outcome'
  const what = `my ${side === 'BUY' ? 'sell' : 'buy'} of ${name} seen from here`
  return others === size ? `, ${what}` : `, ${showSize(others)} of it ${what}`
}
