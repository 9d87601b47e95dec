/** The fields of the ticket: price with those of the book, size, how long the order may wait, and the exits of a buy. */
import { useId } from 'react'
import type { ComponentProps } from 'react'
import { writtenAmount, showAmount, showSize } from '../../platform/format/figures.ts'
import { useNow, useStore } from '../../platform/state/hooks.ts'
import { usePage, useTrading } from '../../contexts/contexts.ts'
import { endOf, PRICE_POINTS } from '../../data/markets/draft.ts'
import type { Draft, PricePoint } from '../../data/markets/draft.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { stepPrice } from '../../data/markets/price-steps.ts'
import { EXAMPLES, stepText } from '../../data/markets/typed-price.ts'
import { SIZE_UNITS, UNITS } from '../../data/settings/order-defaults.ts'
import { endsText } from '../../actions/drafts/ticket-draft.ts'
import { Check, Segments, Select, tip } from '../../ui/controls.tsx'
import type { TextField } from '../../ui/controls.tsx'
import { later } from '../../ui/later.tsx'
import { BracketChoice } from '../../widgets/bracket-choice.tsx'
import type { Ticket } from './use-ticket.ts'
import styles from './ticket.module.css'

type FieldProps = {
  readonly id: string
  readonly ticket: Ticket
  readonly onChange: (part: Partial<Draft>) => void
}

/** Spin button over decimal text that keeps what was typed exactly; arrows step by 1 tick, Page keys by 10. */
export function PriceField({ id, label, ticket, onChange }: FieldProps & { readonly label: string }) {
  const { draft, checked, tick, prices, join, putPrice } = ticket
  const { price, problem } = checked
  const text = draft.priceText
  const step = stepText(tick, prices.format)
  const stepBy = (ticks: number) => putPrice(price === null ? join : stepPrice(price, ticks, tick), onChange)
  return (
    <div className={styles.ticketLine}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.priceField}>
        <button type="button" tabIndex={-1} aria-label={`Down by ${step}`} onClick={() => stepBy(-1)}>
          {'\u2212'}
        </button>
        <input
          id={id}
          className="field num"
          role="spinbutton"
          inputMode="decimal"
          placeholder={EXAMPLES[prices.format]}
          autoComplete="off"
          value={text}
          aria-invalid={problem?.field === 'price' && text !== ''}
          aria-valuemin={0}
          aria-valuemax={1}
          aria-valuenow={price === null ? 0 : price / 10_000}
          aria-valuetext={text === '' ? 'empty' : text}
          onChange={({ target }) => onChange({ priceText: target.value, priceFormat: prices.format })}
          onKeyDown={(event) => {
            const ticks = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
            if (ticks === undefined) return
            event.preventDefault()
            stepBy(ticks)
          }}
        />
        <button type="button" tabIndex={-1} aria-label={`Up by ${step}`} onClick={() => stepBy(1)}>
          +
        </button>
      </span>
    </div>
  )
}

/** A field of text under its label. */
export function TextLine({ label, onType, ...rest }: ComponentProps<typeof TextField>) {
  const id = useId()
  return (
    <div className={styles.ticketLine}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        className="field num"
        inputMode="decimal"
        autoComplete="off"
        onChange={({ target }) => onType(target.value)}
      />
    </div>
  )
}

const POINTS: Readonly<Record<PricePoint, string>> = { join: 'Join', mid: 'Mid', cross: 'Cross' }

/** Prices of the book: a press puts one in. */
export function PriceChips({ ticket, onChange }: Omit<FieldProps, 'id'>) {
  const { points, tick, prices, draft, putPrice } = ticket
  const [own, other] = draft.side === 'BUY' ? ['bid', 'ask'] : ['ask', 'bid']
  const does: Readonly<Record<PricePoint, string>> = {
    join: `The best ${own}, ${prices.price(points.join, tick)}: rests behind it`,
    mid: 'Mid, on the tick',
    cross: `The best ${other}, ${prices.price(points.cross, tick)}: takes it`,
  }
  return (
    <div className={styles.priceChips} role="group" aria-label="Price from the book">
      {PRICE_POINTS.map((point) => (
        <button
          key={point}
          type="button"
          aria-disabled={points[point] === null}
          {...tip(does[point])}
          onClick={() => putPrice(points[point], onChange)}
        >
          {POINTS[point]}
        </button>
      ))}
    </div>
  )
}

/** The size: in shares or cash, quick sizes, and all that is in reach. */
export function SizeField({ id, ticket, onChange }: FieldProps) {
  const { draft, checked, cash, most } = ticket
  const { size, problem } = checked
  const settings = useStore(usePage().settings)
  const isShares = draft.sizeUnit === 'shares'
  const isSale = draft.side === 'SELL'
  return (
    <>
      <div className={styles.ticketLine}>
        <label htmlFor={id}>Size</label>
        <span className={styles.sizeField}>
          <input
            id={id}
            className="field num"
            inputMode="decimal"
            autoComplete="off"
            value={draft.sizeText}
            aria-invalid={problem?.field === 'size' && draft.sizeText !== ''}
            aria-describedby={`${id}-is`}
            onChange={(changed) => onChange({ sizeText: changed.target.value })}
          />
          <Select
            className=""
            aria-label="Size in"
            {...tip(UNITS[draft.sizeUnit].help)}
            value={draft.sizeUnit}
            options={SIZE_UNITS.map((unit) => [unit, UNITS[unit].name])}
            onChoose={(sizeUnit) => onChange({ sizeUnit })}
          />
          <button
            type="button"
            aria-disabled={most === null || most === 0n}
            {...tip(
              most === null
                ? isSale
                  ? 'Nothing free to sell'
                  : 'Free cash unknown'
                : isSale
                  ? `All ${showSize(most)} shares not in open sells`
                  : `${showSize(most)} shares: free cash at this price, before fees, within the order limit`,
            )}
            onClick={() => {
              if (most !== null && most !== 0n)
                onChange({ sizeText: writtenAmount(most), sizeUnit: 'shares' })
            }}
          >
            {isSale ? 'All' : 'Max'}
          </button>
        </span>
      </div>
      <div className={styles.priceChips} role="group" aria-label="Quick size">
        {[...new Set(settings.quickSizes)].map((text) => (
          <button
            key={text}
            type="button"
            aria-pressed={draft.sizeText === text}
            onClick={() => onChange({ sizeText: text })}
          >
            {text}
          </button>
        ))}
      </div>
      <p id={`${id}-is`} className={isShares ? 'visually-hidden' : styles.sizeIs}>
        {size === null || cash === null
          ? ''
          : isShares
            ? `${showSize(size)} shares`
            : `= ${showSize(size)} shares for ${showAmount(cash)}`}
      </p>
    </>
  )
}

const TYPES = [
  ['GTC', 'GTC', 'Good till cancelled: rests until filled or cancelled'],
  ['GTD', 'GTD', 'Good till date: rests until its end; the venue ends it one minute early'],
  ['FOK', 'FOK', 'Fill or kill: all at once or nothing'],
  ['FAK', 'FAK', 'Fill and kill: fills what it can at once, the rest is cancelled'],
] as const

const Bought = later(() => import('./later-parts.ts').then((module) => module.ExitsOfBuy))

export type ExitsProps = { readonly selection: Selection; readonly ticket: Ticket }

/** True if anything of it is bought, or would be once it is whole. */
const buys = ({ draft, aim }: Ticket) => draft.side === 'BUY' || (aim !== null && aim.other !== null)

/** Exits for buys: those of a template, or written here. */
export function ExitsChoice({ selection, ticket }: ExitsProps) {
  const { draft } = useTrading().attachedExits
  const { isOn } = useStore(draft)
  const set = (isWritten: boolean) => draft.update((old) => ({ ...old, isOn: isWritten }))
  return buys(ticket) && <BracketChoice event={selection.event} written={{ isOn, set }} />
}

/** Their fields where they are written here, and what they come to. */
export function ExitsOfBuy(props: ExitsProps) {
  return buys(props.ticket) && props.ticket.bracket !== null && <Bought {...props} />
}

/** Time in force, post-only, the end of a GTD order, and the exits of what is bought. */
export function TypeFields({ selection, ticket, onChange }: Omit<FieldProps, 'id'> & ExitsProps) {
  const { draft, checked } = ticket
  const { ends, problem } = checked
  const now = useNow(10_000)
  return (
    <>
      <Segments
        className="segments whole"
        label="Time in force"
        value={draft.timeInForce}
        options={TYPES}
        onChange={(type) =>
          onChange({ timeInForce: type, postOnly: draft.postOnly && (type === 'GTC' || type === 'GTD') })
        }
      />
      <div className={`${styles.ticketLine} ${styles.extraLine}`}>
        <Check
          label="Post-only"
          checked={draft.postOnly}
          disabled={draft.timeInForce === 'FOK' || draft.timeInForce === 'FAK'}
          onCheck={(postOnly) => onChange({ postOnly })}
        />
        <ExitsChoice selection={selection} ticket={ticket} />
      </div>
      {draft.timeInForce === 'GTD' && (
        <div className="grid gap-2">
          <label className={`inline-row gap-6 ${styles.minutes}`}>
            ends in
            <input
              className="field num"
              inputMode="numeric"
              value={draft.minutesText}
              aria-invalid={problem?.field === 'ends'}
              onChange={(changed) => onChange({ minutesText: changed.target.value })}
            />
            min
          </label>
          <p className="fine text-2">{ends === null ? 'No end yet.' : endsText(endOf(ends, now))}</p>
        </div>
      )}
      <ExitsOfBuy selection={selection} ticket={ticket} />
    </>
  )
}
