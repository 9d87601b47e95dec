/** Every fill of the account, newest first: filtered, read page by page, each with the way to its order. */
import { useState } from 'react'
import { faultText } from '../../api/client.ts'
import { NONE, showAmountText, showPriceText } from '../../format/numbers.ts'
import { showDay, showLocal } from '../../format/times.ts'
import type { Fill } from '../../api/wire.ts'
import { useSelected, useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { CopyText } from '../audit/copy-text.tsx'
import { fillWords } from '../orders/order-words.ts'
import { fillRows, NO_FILL_FILTER, outcomesOf, passesFillFilter } from './fill-rows.ts'
import type { FillFilter } from './fill-rows.ts'
import { Missing, useEmptyWords } from './missing.tsx'
import { shortDay } from './portfolio-words.ts'
import { PortfolioHead } from './portfolio-nav.tsx'
import { usePages } from './use-pages.ts'
import '../../ui/orders.css'
import '../../ui/portfolio.css'

/** The fills page; an address that names an outcome begins with its fills alone. */
export function FillsPage() {
  const asked = useSelected(useTerminal().router, (route) =>
    route.page === 'fills' ? (route.outcomeId ?? '') : '',
  )
  return <FillsOf key={asked} asked={asked} />
}

function FillsOf({ asked }: { readonly asked: string }) {
  const terminal = useTerminal()
  const live = useStore(terminal.fills)
  const [filter, setFilter] = useState<FillFilter>({ ...NO_FILL_FILTER, outcomeId: asked })
  const change = (part: Partial<FillFilter>) => setFilter((old) => ({ ...old, ...part }))
  const pages = usePages(`fills ${filter.outcomeId}`, (cursor, signal) =>
    terminal.client.call(
      'listFills',
      {
        query: {
          ...(filter.outcomeId === '' ? {} : { outcome_id: filter.outcomeId }),
          ...(cursor === null ? {} : { cursor }),
        },
      },
      signal === null ? {} : { signal },
    ),
  )
  const none = useEmptyWords('No fills yet. What your orders trade stands here.', 'Fills cannot be read.')
  const all = fillRows(pages.items, live.items, filter.outcomeId)
  const rows = all.filter((fill) => passesFillFilter(fill, filter))
  return (
    <main className="page portfolio">
      <PortfolioHead title="Fills">
        <span className="push" />
        <label>
          Outcome{' '}
          <select
            className="field fill-outcome"
            value={filter.outcomeId}
            onChange={(event) => change({ outcomeId: event.target.value })}
          >
            <option value="">all</option>
            {outcomesOf([...live.items, ...pages.items], filter.outcomeId).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Choice
          label="Side"
          value={filter.side}
          choices={['BUY', 'SELL']}
          onChange={(side) => change({ side })}
        />
        <Choice
          label="Role"
          value={filter.role}
          choices={['maker', 'taker']}
          onChange={(role) => change({ role })}
        />
        <Choice
          label="State"
          value={filter.state}
          choices={['settling', 'settled', 'taken back']}
          onChange={(state) => change({ state })}
        />
        <a className="button small" href="/api/export/fills.csv" download>
          Export CSV
        </a>
      </PortfolioHead>
      <Missing />
      {pages.fault !== null && <p className="fault">{faultText(pages.fault)}</p>}
      <section className="panel fill" aria-label="Fills">
        <div className="panel-body" tabIndex={0} role="region" aria-label="Fill rows">
          {rows.length === 0 ? (
            <p className="empty">
              {pages.isLoading
                ? 'Reading fills\u2026'
                : all.length > 0
                  ? 'None of the fills read so far passes these filters.'
                  : none}
            </p>
          ) : (
            <FillRows rows={rows} />
          )}
          {pages.hasMore && (
            <p className="empty">
              <button
                type="button"
                className="button small"
                disabled={pages.isLoadingMore}
                onClick={pages.more}
              >
                Older fills
              </button>{' '}
              <span className="dim">
                {rows.length} of {all.length} read so far
              </span>
            </p>
          )}
        </div>
      </section>
    </main>
  )
}

/** A filter of few words; empty for all. */
export function Choice<Word extends string>(props: {
  readonly label: string
  readonly value: Word | ''
  readonly choices: readonly Word[]
  readonly onChange: (word: Word | '') => void
}) {
  const { label, value, choices, onChange } = props
  return (
    <label>
      {label}{' '}
      <select
        className="field"
        value={value}
        onChange={(event) => onChange(choices.find((one) => one === event.target.value) ?? '')}
      >
        <option value="">all</option>
        {choices.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  )
}

function FillRows({ rows }: { readonly rows: readonly Fill[] }) {
  const { openedOrder, now: clock } = useTerminal()
  const now = clock()
  return (
    <table className="table fills">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Side</th>
          <th scope="col" className="wide">
            Market
          </th>
          <th scope="col" className="num">
            Price
          </th>
          <th scope="col" className="num">
            Size
          </th>
          <th scope="col" className="num extra">
            Notional
          </th>
          <th scope="col" className="num extra">
            Fee
          </th>
          <th scope="col" className="extra">
            Role
          </th>
          <th scope="col">State</th>
          <th scope="col" className="extra">
            Transaction
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((fill) => {
          const words = fillWords(fill.status)
          const at = Date.parse(fill.at)
          return (
            <tr key={fill.id}>
              <td className="dim" title={`${showDay(at)} ${showLocal(at, true)}`}>
                {shortDay(at, now)}
              </td>
              <td className={fill.side === 'BUY' ? 'pos strong' : 'neg strong'}>
                {fill.side === 'BUY' ? '+ BUY' : '\u2212 SELL'}
              </td>
              <td className="wide" title={fill.event_title}>
                <button
                  type="button"
                  className="row-open"
                  aria-label={`Timeline of the order behind ${fill.side.toLowerCase()} ${fill.size} ${fill.outcome_name} at ${fill.price}`}
                  onClick={() => openedOrder.set({ id: fill.order_id, clientOrderId: fill.client_order_id })}
                >
                  {fill.outcome_name}
                </button>{' '}
                <span className="dim">{fill.event_title}</span>
              </td>
              <td className="num strong">{showPriceText(fill.price, fill.tick_size)}</td>
              <td className="num">{showAmountText(fill.size, 0)}</td>
              <td className="num extra soft">{showAmountText(fill.notional)}</td>
              <td className="num extra soft">{fill.fee === null ? NONE : showAmountText(fill.fee)}</td>
              <td className="extra soft">{fill.role}</td>
              <td>
                <span
                  className={
                    words.tone === 'chip' ? 'chip' : words.tone === 'danger' ? 'chip danger' : 'soft'
                  }
                  title={words.title}
                >
                  {words.text}
                </span>
              </td>
              <td className="extra">
                {fill.tx_hash !== null && <CopyText text={fill.tx_hash} name="transaction hash" />}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
