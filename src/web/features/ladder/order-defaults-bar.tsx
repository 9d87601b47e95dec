/**
 * Size and lifetime of a click's order: quick sizes, the size that closes the position, size, time in force,
 * post-only.
 */
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Micros } from '#core/money.ts'
import { NONE, showSize } from '../../platform/format/figures.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { useKeyText, usePage, useTitleWithKey, useTrading } from '../../contexts/contexts.ts'
import { SIZE_UNITS, UNITS } from '../../data/settings/order-defaults.ts'
import type { OrderDefaults } from '../../data/settings/order-defaults.ts'
import { closingSize } from '../../data/account/holding.ts'
import type { Holding } from '../../data/account/holding.ts'
import { quickSize } from '../../data/markets/ladder-grid.ts'
import { shownSize, typeSize } from '../../data/settings/order-defaults.ts'
import type { TypedSize } from '../../data/settings/order-defaults.ts'
import { Button, Select, tip } from '../../ui/controls.tsx'
import styles from './ladder.module.css'

const SIZE_KEYS = ['size_1', 'size_2', 'size_3', 'size_4', 'size_5', 'size_6'] as const
/** An order until a time needs one: that is the ticket's. */
const TERMS = ['GTC', 'FAK', 'FOK'] as const
const TERM_WORDS = {
  GTC: 'Rests until it is cancelled',
  FAK: 'Fills what it can, the rest is cancelled',
  FOK: 'Takes all of it or nothing',
} as const

/** The sizes of a click; they are the same for all ladders. `of` names whose position the closing size is, where that is not plain. */
export function QuickSizes({ holding, of }: { readonly holding: Holding | null; readonly of?: string }) {
  const held = of === undefined ? 'position' : `position in ${of}`
  const { defaults, change } = useDefaults()
  const sizes = useQuickSizes()
  const closing = holding === null ? null : closingSize(holding)
  const closingTitle = useTitleWithKey(
    `Sell ${closing === null ? '' : showSize(closing)} closes the ${held}`,
    'net_size',
  )
  return (
    <div role="group" aria-label="Quick size" className={`segments grows slim ${styles.quickSizes}`}>
      {SIZE_KEYS.map((id, at) => (
        <QuickSize
          key={id}
          id={id}
          size={sizes[at] ?? null}
          defaultSize={defaults.size}
          onChoose={(size) => change({ size })}
        />
      ))}
      <Button
        className={styles.netSize}
        aria-pressed={closing !== null && defaults.unit === 'shares' && closing === defaults.size}
        aria-label={
          closing === null
            ? `0: no ${held} to close`
            : `\u2212${showSize(closing)}: the size that closes the ${held}`
        }
        {...tip(closing === null ? `No ${held} to close` : closingTitle)}
        aria-disabled={closing === null}
        onClick={() => {
          if (closing !== null) change({ size: closing, unit: 'shares' })
        }}
      >
        {closing === null ? '0' : `\u2212${showSize(closing)}`}
      </Button>
    </div>
  )
}

function useDefaults() {
  const { orderDefaults: store } = useTrading()
  const change = (part: Partial<OrderDefaults>) => store.update((old) => ({ ...old, ...part }))
  return { defaults: useStore(store), change }
}

function useQuickSizes(): readonly (Micros | null)[] {
  const { quickSizes } = useStore(usePage().settings)
  return SIZE_KEYS.map((_, at) => quickSize(quickSizes, at))
}

/** Size, its unit, time in force and post-only; on a phone folded away while a button shows the size. */
export function DefaultsLine(props: { readonly holding: Holding | null; readonly children?: ReactNode }) {
  const { holding } = props
  const { defaults, change } = useDefaults()
  const [isOpen, setOpen] = useState(false)
  const { unit, size, timeInForce, postOnly } = defaults
  const onButtons = [holding === null ? null : closingSize(holding), ...useQuickSizes()]
  // A size that no button shows is never folded away.
  const isUnfolded = isOpen || unit !== 'shares' || !onButtons.includes(size)
  const rests = timeInForce === 'GTC' || timeInForce === 'GTD'
  return (
    <>
      <Button
        className={`button rigid dim ${styles.moreDefaults}`}
        aria-expanded={isUnfolded}
        onClick={() => setOpen(!isOpen)}
      >
        {postOnly ? 'Post' : timeInForce}
        <span className="visually-hidden">, size, time in force and rows</span> {'\u25be'}
      </Button>
      <div className={`gap-2 ${styles.orderDefaultsLine}`} data-open={isUnfolded ? '' : undefined}>
        <SizeBox size={size} onChange={(next) => change({ size: next })} />
        <Select
          className="unit"
          aria-label="Ladder size in"
          {...tip(UNITS[unit].help)}
          value={unit}
          options={SIZE_UNITS.map((one) => [one, UNITS[one].sign])}
          onChoose={(next) => change({ unit: next })}
        />
        <Select
          aria-label="Time in force"
          {...tip(timeInForce === 'GTD' ? '' : TERM_WORDS[timeInForce])}
          value={timeInForce}
          options={TERMS.map((term) => [term, term])}
          onChoose={(next) => change({ timeInForce: next, postOnly: next === 'GTC' && postOnly })}
        />
        <Button
          className={`rigid fine ${styles.postToggle}`}
          aria-pressed={postOnly}
          aria-disabled={!rests}
          {...tip(rests ? 'Post-only: refused if it would take' : `${timeInForce} never rests`)}
          onClick={() => {
            if (rests) change({ postOnly: !postOnly })
          }}
        >
          Post
        </Button>
        {props.children}
      </div>
    </>
  )
}

function QuickSize(props: {
  readonly id: (typeof SIZE_KEYS)[number]
  readonly size: Micros | null
  readonly defaultSize: Micros
  readonly onChoose: (size: Micros) => void
}) {
  const { id, size, defaultSize, onChoose } = props
  const key = useKeyText(id)
  return (
    <button
      type="button"
      aria-pressed={size !== null && size === defaultSize}
      {...tip(key === '' ? undefined : `Key ${key}`)}
      disabled={size === null}
      onClick={() => {
        if (size !== null) onChoose(size)
      }}
    >
      {size === null ? NONE : showSize(size)}
    </button>
  )
}

/** Every readable size counts as it is typed: a press elsewhere comes before the box loses the focus. */
function SizeBox({ size, onChange }: { readonly size: Micros; readonly onChange: (size: Micros) => void }) {
  const [typing, setTyping] = useState<TypedSize | null>(null)
  const shown = shownSize(typing, size)
  const end = () => setTyping(null)
  return (
    <input
      className="field num"
      style={{ width: '100%' }}
      inputMode="decimal"
      aria-label="Ladder size"
      aria-invalid={shown.isFaulty}
      value={shown.text}
      onChange={(event) => {
        const typed = typeSize(event.target.value, typing, size)
        setTyping(typed)
        onChange(typed.size)
      }}
      onBlur={end}
      onKeyDown={(down) => {
        if (down.key === 'Enter') end()
      }}
    />
  )
}
