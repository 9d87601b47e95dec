/** How long an order may wait, and whether it may take. */
import type { ReactNode } from 'react'
import type { TimeInForce } from '#core/order/order.ts'
import { useNow, useStore } from '../../platform/state/hooks.ts'
import { endOf } from '../../data/markets/draft.ts'
import type { Draft } from '../../data/markets/draft.ts'
import { endsText } from '../../actions/drafts/ticket-draft.ts'
import { Segments, Check } from '../../ui/controls.tsx'
import type { Ticket } from './use-ticket.ts'
import styles from './ticket.module.css'
import { later } from '../../ui/later.tsx'
import type { Price, TickSize } from '#core/price.ts'
import { useTrading } from '../../contexts/contexts.ts'

const TYPES: readonly (readonly [TimeInForce, string])[] = [
  ['GTC', 'Good till cancelled: rests until it is filled or cancelled'],
  ['GTD', 'Good till date: rests until a moment; the venue ends it one minute early'],
  ['FOK', 'Fill or kill: all at once or nothing'],
  ['FAK', 'Fill and kill: what can be had at once, the rest is dropped'],
]

/** Time in force, post-only, and the end of a GTD order. */
export function TypeFields(props: {
  readonly ticket: Pick<Ticket, 'draft' | 'checked'>
  readonly onChange: (part: Partial<Draft>) => void
  /** Shown beside post-only. */
  readonly children?: ReactNode
}) {
  const { onChange, children } = props
  const { draft, checked } = props.ticket
  const { ends, problem } = checked
  const now = useNow(10_000)
  return (
    <>
      <Segments
        className="segments whole"
        label="Time in force"
        value={draft.timeInForce}
        options={TYPES.map(([type, what]) => [type, type, what] as const)}
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
        {children}
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
    </>
  )
}

const Fields = later(() => import('../../widgets/exit-fields.tsx').then((module) => module.ExitFields))

/** Toggle of the buy's exits. */
export function ExitsToggle() {
  const { draft: store } = useTrading().attachedExits
  const draft = useStore(store)
  return <Check label="Attach exits" checked={draft.isOn} onCheck={(isOn) => store.set({ ...draft, isOn })} />
}

/** Exits of the buy, where they are wanted. */
export function TicketExits({ price, tick }: { readonly price: Price | null; readonly tick: TickSize }) {
  const { draft: store } = useTrading().attachedExits
  const draft = useStore(store)
  if (!draft.isOn) return null
  return (
    <Fields
      draft={draft}
      price={price}
      tick={tick}
      onChange={(part) => store.update((old) => ({ ...old, ...part }))}
    />
  )
}
