/** The ticket of a basket: how it is sized, what each outcome then pays, one press, and by leg what has filled. */
import { useCallback, useState } from 'react'
import type { FormEvent } from 'react'
import { micros, ZERO } from '#core/money.ts'
import { MOST_LEGS } from '#core/order/basket.ts'
import type { Basket, BasketFault, BasketSizing, BasketType } from '#core/order/basket.ts'
import { needsConfirm, pressConfirm } from '../../actions/confirm.ts'
import type { Pending } from '../../actions/confirm.ts'
import { refusalText } from '../../actions/outcome.ts'
import { usePage, usePrices, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { chooseAll } from '../../data/markets/basket-choice.ts'
import type { Prices } from '../../data/settings/prices.ts'
import type { Event } from '../../platform/api/client.ts'
import { readAmount, showAmount, showCents, showSize, writtenAmount } from '../../platform/format/figures.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { Button, Segments, TextField, tip } from '../../ui/controls.tsx'
import { useReadOnly } from '../../widgets/mode-chip.tsx'
import { PanelTools } from '../../widgets/panel-context.tsx'
import { SubmitButton } from '../../widgets/submit-button.tsx'
import { staleText } from '../../words/why-not.ts'
import { makeBasket, useSentLegs, useSources } from './use-basket.ts'
import type { LegState, Source } from './use-basket.ts'
import styles from './basket.module.css'

export function BasketTicket({ event }: { readonly event: Event }) {
  const { basket: store } = useWorkspace()
  const { dialog, now } = usePage()
  const { orderDefaults, quickNotional, trading } = useTrading()
  const prices = usePrices()
  const isReadOnly = useReadOnly()
  const choice = useStore(store)
  const mode = useSelected(trading, (state) => state?.mode ?? 'SAFE')
  const quick = useStore(quickNotional)
  const [isNo, setIsNo] = useState(false)
  const [by, setBy] = useState<BasketSizing['by']>('shares')
  const [type, setType] = useState<BasketType>('FAK')
  const [typed, setTyped] = useState(() => writtenAmount(orderDefaults.get().size))
  const [waiting, setWaiting] = useState<Pending | null>(null)
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const endWaiting = useCallback(() => setWaiting(null), [])
  const sources = useSources(event, choice?.markets ?? [], isNo)
  const sent = useSentLegs(sources)
  const sizing = { by, amount: readAmount(typed, 2) ?? ZERO }
  const made = makeBasket(event, sources, sizing, type)
  const basket = made.ok ? made.value : null
  const count = basket?.legs.length ?? 0
  const orderKey = JSON.stringify([choice, isNo, sizing.by, typed, type])
  const isBusy = sent.states.some((leg) => leg.isBusy)

  function submit(submitted: FormEvent): void {
    submitted.preventDefault()
    if (mode !== 'ARMED') {
      if (!isReadOnly) dialog.set('arm')
      return
    }
    if (basket === null) return
    if (needsConfirm(basket.total, quick, null)) {
      const pressed = pressConfirm(waiting, orderKey, now())
      setWaiting(pressed.pending)
      if (!pressed.send) return
    }
    setRefusals(sent.send(basket.legs, type, false).refusals)
  }

  return (
    <section className="panel" aria-label="Basket" data-mode={mode}>
      <header className="panel-head">
        <h2>Basket</h2>
        <span className="push" />
        <Button onClick={() => store.update((old) => old && chooseAll(old, event))}>All</Button>
        <Button onClick={() => store.set(null)}>Close</Button>
        <PanelTools />
      </header>
      <form className={`panel-body ${styles.basket}`} onSubmit={submit} noValidate aria-label="Basket">
        <Segments
          label="Legs"
          value={isNo ? 'no' : 'yes'}
          options={[
            ['yes', 'Buy selected'],
            ['no', 'Buy No of the others'],
          ]}
          onChange={(value) => setIsNo(value === 'no')}
        />
        <Segments
          label="Size by"
          value={by}
          options={[
            ['shares', 'Shares', 'The same number of shares of each'],
            ['profit', 'Profit', 'The fewest shares that earn this profit, whichever of them wins'],
            ['stake', 'Stake', 'As many shares as this buys in all, fees included'],
          ]}
          onChange={setBy}
        />
        <TextField
          label="Amount"
          className="field num"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onType={setTyped}
        />
        <Segments
          label="Order type"
          value={type}
          options={[
            ['FAK', 'FAK', 'Fills what it can up to its limit; the rest is cancelled'],
            ['GTC', 'Limit', 'Fills what it can up to its limit; the rest stays in the book'],
          ]}
          onChange={setType}
        />
        {basket === null ? (
          <p className="soft">{made.ok ? '' : faultText(made.error)}</p>
        ) : (
          <Figures basket={basket} isNo={isNo} all={event.markets.length} prices={prices} />
        )}
        {isReadOnly ? (
          <p className="soft">Read-only: no session key is configured, nothing can be placed.</p>
        ) : mode === 'ARMED' ? (
          <SubmitButton
            side="BUY"
            text={
              count > MOST_LEGS
                ? `Place ${MOST_LEGS} of ${count}, the thinnest first`
                : `Place ${count} orders`
            }
            cash={basket === null ? '' : showAmount(basket.total)}
            cashText={basket === null ? '' : `cost ${showAmount(basket.total)}`}
            pending={waiting?.key === orderKey ? waiting : null}
            locked={made.ok ? (isBusy ? 'its legs are in flight' : null) : faultText(made.error)}
            onEnd={endWaiting}
          />
        ) : (
          <button type="submit" className="button submit">
            Arm to trade
          </button>
        )}
        {count > MOST_LEGS && (
          <p className="soft">One press places the {MOST_LEGS} thinnest; Complete places the others.</p>
        )}
        {refusals.map((why) => (
          <p key={why} className="danger">
            {refusalText(why)}
          </p>
        ))}
        {sent.states.length > 0 && <SentLegs sent={sent} onRefused={setRefusals} />}
      </form>
    </section>
  )
}

/** Sum, result of each outcome, and the worst while a leg stays unfilled. */
function Figures(props: {
  readonly basket: Basket<Source>
  readonly isNo: boolean
  readonly all: number
  readonly prices: Prices
}) {
  const { basket, isNo, all, prices } = props
  const { legs, total, sum, results, unlisted, without } = basket
  const others = results.filter(({ member }) => legs.every(({ source }) => source.member !== member))
  const other = others[0]?.result
  return (
    <>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col" className="num">
              Order
            </th>
            <th scope="col" className="num" {...tip('Result if this outcome wins')}>
              Wins
            </th>
            <th
              scope="col"
              className="num"
              {...tip('Worst result if this leg stays unfilled, whatever the others fill')}
            >
              Unfilled
            </th>
          </tr>
        </thead>
        <tbody>
          {legs.map(({ source, price, size, shares, cost, fee }, nth) => (
            <tr key={source.outcomeId}>
              <th scope="row" className="cut">
                {source.name}
              </th>
              <td
                className="num"
                {...tip(`${showSize(shares)} for ${showAmount(cost)}, fee ${showAmount(fee, 2)}`)}
              >
                {showSize(size)} @ {prices.price(price, null)}
              </td>
              <Result value={results.find(({ member }) => member === source.member)?.result ?? ZERO} />
              <Result value={without[nth] ?? ZERO} />
            </tr>
          ))}
        </tbody>
      </table>
      <p className="row wraps gap-10 fine">
        <span>
          Sum of {legs.length} with fees <b>{prices.micros(sum, 4)}</b>
        </span>
        <span>
          Cost <b>{showAmount(total)}</b>
        </span>
        {other !== undefined && (
          <span>
            {isNo ? 'If a selected one wins' : 'If another listed one wins'} <b>{showCents(other, true)}</b>
          </span>
        )}
        <span className={unlisted !== null && unlisted < ZERO ? 'danger' : 'soft'}>
          {unlisted === null
            ? legs.length === all && !isNo
              ? 'Complete: one of these wins.'
              : 'No other outcome can win.'
            : unlisted < ZERO
              ? 'An unlisted outcome loses it all.'
              : `If an unlisted outcome wins: ${showCents(unlisted, true)}.`}
        </span>
      </p>
    </>
  )
}

function Result({ value }: { readonly value: bigint }) {
  return (
    <td className={`num ${value < 0n ? 'neg' : 'pos'}`} {...tip(showAmount(micros(value), 2, true))}>
      {showCents(micros(value), true)}
    </td>
  )
}

/** By leg what has filled, and the two ways on. */
function SentLegs(props: {
  readonly sent: ReturnType<typeof useSentLegs>
  readonly onRefused: (why: readonly string[]) => void
}) {
  const { sent, onRefused } = props
  const { states } = sent
  const isBusy = states.some((leg) => leg.isBusy)
  const hasFills = states.some(({ filled, isClosed }) => filled > ZERO && !isClosed)
  const rest = sent.completion()
  const locked = isBusy ? 'its orders are in flight or resting' : rest.ok ? null : faultText(rest.error)
  const more = rest.ok ? rest.value.more * 100n : 0n
  const cents = showAmount(micros(more < 0n ? -more : more), 0)
  return (
    <>
      <ul className={styles.legs} aria-label="Legs of the basket">
        {states.map((leg) => (
          <li key={leg.source.outcomeId}>
            <b>{leg.source.name}</b> {legText(leg)}
            {leg.isClosed && ', closed'}
          </li>
        ))}
      </ul>
      <div className="row wraps gap-8">
        {(rest.ok || rest.error.kind !== 'no_legs') && (
          <Button
            aria-disabled={locked !== null}
            {...tip(locked ?? undefined)}
            onClick={() => {
              if (rest.ok && locked === null) onRefused(sent.send(rest.value.legs, 'FAK', true).refusals)
            }}
          >
            {rest.ok ? `Complete at ${cents} cents ${more < 0n ? 'less' : 'more'}` : 'Complete'}
          </Button>
        )}
        {hasFills && <Button onClick={() => onRefused(sent.close())}>Close the filled legs</Button>}
      </div>
    </>
  )
}

function legText({ filled, planned, last }: LegState): string {
  if (last === null) return 'not sent yet'
  if (last.state === 'sending') return 'sending\u2026'
  if (last.state === 'unknown') return `unknown: checking. ${last.text}`
  if (last.state === 'rejected' && filled === ZERO) return `refused: ${last.text}`
  return filled >= planned.shares
    ? `filled ${showSize(filled)}`
    : `filled ${showSize(filled)} of ${showSize(planned.shares)}`
}

function faultText(fault: BasketFault<Source>): string {
  switch (fault.kind) {
    case 'not_exclusive':
      return 'The outcomes of this event are not mutually exclusive.'
    case 'no_legs':
      return 'Select outcomes in the table; Shift selects a range.'
    case 'amount':
      return 'Enter an amount above 0.'
    case 'no_book':
      return `${fault.source.name}: ${staleText(fault.source.stale ?? 'unknown')}.`
    case 'fee_unknown':
      return `${fault.source.name}: fee unknown.`
    case 'depth':
      return `The books offer ${showSize(fault.most)} of each.`
    case 'profit':
      return `At these prices the maximum is ${showCents(fault.most, true)}.`
    case 'below_step':
      return `Equal shares come in steps of ${showSize(fault.step)}: the venue takes whole cents.`
    case 'below_minimum':
      return `${fault.source.name}: at least ${showSize(fault.least)} at this price.`
  }
}
