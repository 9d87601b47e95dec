/** Requests of the last ten minutes, combos that are held, and what happened to them. */
import { useRead } from '../../platform/api/use-read.ts'
import { showAmountText } from '../../platform/format/numbers.ts'
import { showDay, showLocal } from '../../platform/format/times.ts'
import { placeText } from '../../platform/format/places.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import { useNow } from '../../platform/state/use-now.ts'
import { useSelected, useStore } from '../../platform/state/use-store.ts'
import { useTrading } from '../../model/contexts/trading.ts'
import { usePage } from '../../model/contexts/page.ts'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { CopyText } from '../../widgets/copy-text.tsx'
import { asOfText, cutText, isNo, legsText, stateText, stateWord } from '../../model/combos/combo-text.ts'
import { tip } from '../../ui/overlays/tip.ts'

const AGAIN_MS = 15_000
const AS_OF_AGAIN_MS = 60_000

/** All requests that the terminal remembers. */
export function RfqTable() {
  const { items, loaded } = useStore(useTrading().combos.rfqs)
  const prices = usePrices()
  return (
    <section className="panel" aria-label="Requests of the last ten minutes">
      <header className="panel-head">
        <h2>Requests, last 10 minutes</h2>
      </header>
      {items.length === 0 ? (
        <p className="empty">
          {loaded ? 'No request in ten minutes. Ask for a quote on two or more legs.' : 'Loading\u2026'}
        </p>
      ) : (
        <div className="panel-body" tabIndex={0} role="region" aria-label="Request rows">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">State</th>
                <th scope="col">Legs</th>
                <th scope="col" className="num">
                  Price
                </th>
                <th scope="col" className="num">
                  Total, pUSD
                </th>
                <th scope="col">What happened</th>
              </tr>
            </thead>
            <tbody>
              {items.map((rfq) => (
                <tr key={rfq.id}>
                  <td>{showLocal(Date.parse(rfq.asked_at), true)}</td>
                  <td>{stateWord(rfq)}</td>
                  <td>
                    <span className="cut" {...tip(legsText(rfq.legs))}>
                      {rfq.side === 'BUY' ? 'Buy' : 'Sell'} {legsText(rfq.legs)}
                    </span>
                  </td>
                  <td className="num">{rfq.quote === null ? '' : prices.text(rfq.quote.price)}</td>
                  <td className="num">{rfq.quote === null ? '' : showAmountText(rfq.quote.total)}</td>
                  <td>
                    {rfq.tx_hash === null ? (
                      <span className="cut" data-tip="">
                        {stateText(rfq)}
                      </span>
                    ) : (
                      <CopyText text={rfq.tx_hash} name="transaction hash" />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** Held combos, valued at what they cost. */
export function ComboPositions() {
  const { client } = usePage()
  const { combos } = useTrading()
  const { items, loaded } = useStore(combos.positions)
  const now = useNow(AS_OF_AGAIN_MS)
  // The topic says neither why they cannot be read nor when they were: this does.
  const read = useRead(
    `combo positions ${loaded}`,
    (signal) => client.call('listComboPositions', { query: { limit: 1 } }, { signal }),
    { keep: true, everyMs: AS_OF_AGAIN_MS },
  )
  const prices = usePrices()
  return (
    <section className="panel" aria-label="Combo positions">
      <header className="panel-head">
        <h2>Positions</h2>
        <span className="soft">
          {['at cost, not in liquidation value', asOfText(read.data, now)].filter(Boolean).join('; ')}
        </span>
      </header>
      <ReadFault fault={read.fault} onAgain={read.reload} />
      {items.length === 0 ? (
        <p className="empty">
          {loaded ? 'No combos are held. Accept a quote; what it buys then stands here.' : 'Loading\u2026'}
        </p>
      ) : (
        <div className="panel-body" tabIndex={0} role="region" aria-label="Combo position rows">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Status</th>
                <th scope="col">Legs</th>
                <th scope="col" className="num">
                  Shares
                </th>
                <th scope="col" className="num">
                  Average price
                </th>
                <th scope="col" className="num">
                  Cost, pUSD
                </th>
                <th scope="col" className="num">
                  Paid, pUSD
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((position) => (
                <tr key={position.id}>
                  <td>
                    {position.status}
                    {position.redeemable && <span className="chip ok">claim outside this terminal</span>}
                  </td>
                  <td>
                    {isNo(position) && <span className="chip warn">No: pays when a leg loses</span>}
                    <ul className="combo-held">
                      {position.legs.map((leg) => (
                        <li key={`${leg.market_title} ${leg.outcome_name}`}>
                          <b>{leg.outcome_name}</b> {placeText(leg)}{' '}
                          {leg.status !== 'open' && <span className="chip">{leg.status}</span>}
                        </li>
                      ))}
                    </ul>
                  </td>
                  <td className="num">{showAmountText(position.size)}</td>
                  <td className="num">{prices.text(position.average_price)}</td>
                  <td className="num">{showAmountText(position.cost_basis)}</td>
                  <td className="num">{position.ended ? showAmountText(position.payout) : ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** The newest activity, read again when what is held has changed. */
export function ComboActivityTable() {
  const { client } = usePage()
  const { combos } = useTrading()
  const held = useSelected(combos.positions, ({ items }) =>
    items.map(({ id, size }) => `${id} ${size}`).join(),
  )
  // The venue's list comes some seconds after what it tells of.
  const now = useNow(AGAIN_MS)
  const read = useRead(
    `combo activity ${held}`,
    (signal) => client.call('listComboActivity', { query: { limit: '50' } }, { signal }),
    { keep: true, everyMs: AGAIN_MS },
  )
  const items = read.data?.items ?? []
  return (
    <section className="panel" aria-label="Combo activity">
      <header className="panel-head">
        <h2>Activity</h2>
        <span className="soft">
          {[asOfText(read.data, now), cutText(read.data)].filter(Boolean).join('; ')}
        </span>
      </header>
      <ReadFault fault={read.fault} onAgain={read.reload} />
      {items.length === 0 ? (
        <p className="empty">
          {read.data !== null
            ? 'Nothing has happened to combos yet. Accept a quote to begin.'
            : read.fault === null
              ? 'Loading\u2026'
              : 'Not read yet.'}
        </p>
      ) : (
        <div className="panel-body" tabIndex={0} role="region" aria-label="Combo activity rows">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">What</th>
                <th scope="col">Combo</th>
                <th scope="col" className="num">
                  Shares
                </th>
                <th scope="col" className="num">
                  pUSD
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((row) => (
                <tr key={row.id}>
                  <td>{showDay(Date.parse(row.at))}</td>
                  <td>{row.side === null ? row.kind : row.side === 'BUY' ? 'bought' : 'sold'}</td>
                  <td>
                    <span className="cut" data-tip="">
                      {row.title}
                    </span>
                  </td>
                  <td className="num">{showAmountText(row.size)}</td>
                  <td className="num">{showAmountText(row.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
