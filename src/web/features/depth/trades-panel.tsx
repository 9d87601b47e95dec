/** The tape: what others traded in the selected outcome, newest first, from the market channel. */
import { useEffect, useMemo, useState } from 'react'
import { micros } from '#core/money.ts'
import type { Trade } from '../../platform/api/wire.ts'
import { showAmountText, showSize } from '../../platform/format/numbers.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import { showLocal } from '../../platform/format/times.ts'
import { createListStore } from '../../platform/live/list-store.ts'
import type { ListView } from '../../platform/live/list-store.ts'
import { createFrame } from '../../platform/page/frame.ts'
import { requestFrame } from '../../platform/page/frames.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { usePage } from '../../model/contexts/page.ts'
import { ownTrades } from './own-trades.ts'
import { tip } from '../../ui/overlays/tip.ts'

/** The table of the last trades. */
export function TradesPanel(props: {
  readonly outcomeId: string
  readonly name: string
  /** The market's tick, as text. */
  readonly tick: string
}) {
  const { outcomeId, name, tick } = props
  const prices = usePrices()
  const { items, loaded, current } = useTrades(outcomeId)
  const fills = useStore(useAccount().fills).items
  const mine = useMemo(
    () =>
      ownTrades(
        items,
        fills.filter((fill) => fill.outcome_id === outcomeId),
      ),
    [items, fills, outcomeId],
  )
  return (
    <div className="panel-body" tabIndex={0} role="region" aria-label={`Trades of ${name}`}>
      {items.length === 0 ? (
        <p className="empty">
          {loaded ? 'No trade received since this outcome is followed.' : 'Waiting for the trades.'}
        </p>
      ) : (
        <table className="table tape">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Taker</th>
              <th scope="col" className="num">
                Price
              </th>
              <th scope="col" className="num">
                Size
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((trade) => (
              <tr
                key={trade.id}
                data-mine={mine.has(trade.id) ? '' : undefined}
                {...tip(mine.has(trade.id) ? mineText(mine.get(trade.id)) : undefined)}
              >
                <td className="soft">
                  {trade.at === null ? '\u2013' : showLocal(Date.parse(trade.at), true)}
                </td>
                <td className={trade.side === 'BUY' ? 'pos' : 'neg'}>
                  {trade.side === 'BUY' ? '\u25b2 bought' : '\u25bc sold'}
                </td>
                <td className={trade.side === 'BUY' ? 'num pos strong' : 'num neg strong'}>
                  {prices.text(trade.price, tick)}
                </td>
                <td className="num">
                  {mine.has(trade.id) && <span className="visually-hidden">mine </span>}
                  {showAmountText(trade.size, 0)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!current && items.length > 0 && <p className="empty">Not current: the link is being made again.</p>}
    </div>
  )
}

function mineText(size: bigint | undefined): string {
  return `${size === undefined ? '' : showSize(micros(size))} of it mine: price, size and time are those of my fills`
}

const NOTHING: ListView<Trade> = { items: [], current: false, loaded: false }

/** Follows the trades of one outcome. */
function useTrades(outcomeId: string): ListView<Trade> {
  const { live } = usePage()
  const [held, setHeld] = useState<{ readonly id: string; readonly view: ListView<Trade> } | null>(null)
  useEffect(() => {
    const frame = createFrame(requestFrame, () => performance.now())
    const store = createListStore<Trade>({
      keyOf: (trade) => trade.id,
      namesOf: (trade) => [trade.id],
      order: newestFirst,
      onChange: () => frame.mark(store.flush),
    })
    const unsubscribe = store.subscribe(() => setHeld({ id: outcomeId, view: store.get() }))
    const stop = live.watch(`trades:${outcomeId}`, store)
    return () => {
      stop()
      unsubscribe()
    }
  }, [live, outcomeId])
  return held?.id === outcomeId ? held.view : NOTHING
}

/** Ids are running numbers: the longer one is the newer. */
function newestFirst(a: Trade, b: Trade): number {
  return b.id.length - a.id.length || (b.id < a.id ? -1 : 1)
}
