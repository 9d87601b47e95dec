/** Limits of this browser or the configuration, under the others: quick notional, confirmation, idle time. */
import { useState } from 'react'
import type { RiskSettings } from '../../platform/api/client.ts'
import { readAmount, showAmount, writtenAmount } from '../../platform/format/figures.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { afterText } from '../../words/arm-reasons.ts'
import { useTrading } from '../../contexts/contexts.ts'

const SAFE_AFTER = [
  ['orders_unread', 'own orders are not read', 'SAFE_ORDERS_UNREAD_SECONDS'],
  ['market_feed_down', 'the market feed is down', 'SAFE_MARKET_FEED_DOWN_SECONDS'],
  ['order_unknown', 'an order is unknown', 'SAFE_ORDER_UNKNOWN_SECONDS'],
] as const

/** The panel under the table. */
export function OwnLimits({ limits }: { readonly limits: RiskSettings['limits'] }) {
  const { quickNotional, trading } = useTrading()
  const kept = useStore(quickNotional)
  const [typed, setTyped] = useState(writtenAmount(kept))
  const idleMs = useSelected(trading, (state) => state?.idleTimeoutMs ?? null)
  const safeAfterMs = useSelected(trading, (state) => state?.safeAfter ?? null)
  const value = readAmount(typed, 6)
  const isCapped = value !== null && value > limits.maxOrderNotional
  return (
    <section className="panel" aria-label="Ticket and idle time">
      <div className="setting-lines">
        <div className="setting">
          <label htmlFor="quick-notional">
            <b>Quick notional</b> <span className="soft">one press in the ticket sends up to this</span>
          </label>
          <span>
            <input
              id="quick-notional"
              className="field num"
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              aria-invalid={value === null}
              onChange={(event) => {
                setTyped(event.target.value)
                const next = readAmount(event.target.value, 6)
                if (next !== null) quickNotional.set(next)
              }}
            />{' '}
            <span className="dim">pUSD, in this browser</span>{' '}
            {value === null && <span className="danger">Not an amount: {showAmount(kept)} holds.</span>}
            {isCapped && (
              <span className="soft">Counts as {showAmount(limits.maxOrderNotional)}, the order limit.</span>
            )}
          </span>
        </div>
        <div className="setting">
          <span>
            <b>Confirmation</b>{' '}
            <span className="soft">
              Larger ticket orders need a second press within 4 s; ladder clicks do not
            </span>
          </span>
        </div>
        <div className="setting">
          <span>
            <b>Auto-disarm</b> <span className="soft">set by IDLE_DISARM_MINUTES</span>
          </span>
          <span>
            {idleMs === null ? 'not known' : `after ${Math.round(idleMs / 60_000)} min without a command`}
          </span>
        </div>
        {SAFE_AFTER.map(([cause, name, setting]) => (
          <div key={cause} className="setting">
            <span>
              <b>SAFE when {name}</b>{' '}
              <span className="soft">set by {setting}; attached exits pause in SAFE</span>
            </span>
            <span>{safeAfterMs === null ? 'not known' : afterText(safeAfterMs[cause])}</span>
          </div>
        ))}
      </div>
    </section>
  )
}
