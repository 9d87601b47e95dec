/** One position in a table: its figures as of its book, and the ways out of it. */
import { TriangleAlertIcon } from 'lucide-react'
import type { Position } from '../../platform/api/wire.ts'
import { NONE, showAmountText } from '../../platform/format/numbers.ts'
import { showDay } from '../../platform/format/times.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import { placeText } from '../../platform/format/places.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { useWorkspace } from '../../model/contexts/workspace.ts'
import { hedgeReason } from '../../model/positions/exits.ts'
import {
  exitText,
  markText,
  shareOfExposure,
  sharesText,
  staleText,
  toneOf,
} from '../../model/positions/portfolio-text.ts'
import { PositionGame } from './position-game.tsx'
import { tip } from '../../ui/overlays/tip.ts'

export type TableForm = 'full' | 'compact' | 'closed'

/** The row; its name opens everything that is known of it. */
export function PositionRow({ position, form }: { readonly position: Position; readonly form: TableForm }) {
  const { openedPosition } = useWorkspace()
  const prices = usePrices()
  const stale = staleText(position)
  const what = `${position.size} ${position.outcome_name}`
  return (
    <tr data-stale={stale === null ? undefined : ''} data-status={position.status}>
      <td className="wide" {...tip(`${position.event_title} - ${position.market_title}`)}>
        <button
          type="button"
          className="row-open"
          aria-label={`Figures of ${what}, ${placeText(position)}`}
          aria-haspopup="dialog"
          onClick={() => openedPosition.set({ position, view: 'facts' })}
        >
          {position.outcome_name}
        </button>{' '}
        <span className="dim">{placeText(position)}</span>
        {position.venue?.differs === true && (
          <span className="chip warn" {...tip('The venue reports other figures: open it to compare')}>
            differs
          </span>
        )}
        {stale !== null && (
          <span className="chip warn" {...tip(`Mark and exit are the last known: ${stale}`)}>
            <TriangleAlertIcon />
            stale
          </span>
        )}
        {position.status === 'redeemable' && (
          <span className="chip">{position.result ?? 'resolved'}, claim outside</span>
        )}
      </td>
      {form === 'closed' ? (
        <ClosedCells position={position} />
      ) : (
        <OpenCells position={position} form={form} />
      )}
      {form !== 'closed' && (
        <td className="position-actions">
          {position.status === 'open' && (
            <>
              <button
                type="button"
                className="button small"
                aria-label={`Exit ${what}`}
                aria-haspopup="dialog"
                onClick={() => openedPosition.set({ position, view: 'walk' })}
              >
                Exit{'\u2026'}
              </button>
              <button
                type="button"
                className={`button small hedge-button${position.hedge === null ? ' quiet' : ''}`}
                aria-label={`Hedge ${what}${position.hedge === null ? ', not possible now' : ''}`}
                aria-haspopup="dialog"
                {...tip(
                  position.hedge === null ? (hedgeReason(position, prices) ?? 'No hedge now') : undefined,
                )}
                onClick={() => openedPosition.set({ position, view: 'hedge' })}
              >
                Hedge{'\u2026'}
              </button>
            </>
          )}
        </td>
      )}
    </tr>
  )
}

function OpenCells({ position, form }: { readonly position: Position; readonly form: TableForm }) {
  const shares = sharesText(position)
  const prices = usePrices()
  const isFull = form === 'full'
  const exposure = useSelected(useAccount().account, ({ summary }) => summary?.exposure ?? null)
  const mark = (
    <td className="num extra live">
      {markText(prices, position.mark_price, position.tick_size)}
      {position.mark_source === 'venue' && <span className="dim"> venue</span>}
    </td>
  )
  const unrealised = (
    <td className={`num strong live ${toneOf(position.unrealised_pnl)}`}>
      {signed(position.unrealised_pnl)}
    </td>
  )
  const exitValue = <td className="num extra live">{amount(position.exit_value)}</td>
  return (
    <>
      <td className="num">
        {shares.size}
        {shares.settling !== null && (
          <span className="chip" {...tip('Trades that are not final yet')}>
            {shares.settling}
          </span>
        )}
      </td>
      <td className="num extra">{markText(prices, position.average_price, null)}</td>
      {isFull && <td className="num extra deep">{amount(position.cost_basis)}</td>}
      {mark}
      {isFull && <td className="num live deep">{amount(position.value)}</td>}
      {unrealised}
      {isFull && (
        <>
          <td className={`num extra deep ${toneOf(position.realised_pnl)}`}>
            {signed(position.realised_pnl)}
          </td>
          <td className="num extra live">{markText(prices, position.exit_price, position.tick_size)}</td>
          <td className="extra live soft">{exitText(position)}</td>
        </>
      )}
      {exitValue}
      {isFull && (
        <>
          <td className="num extra soft">{shareOfExposure(position.cost_basis, exposure) ?? NONE}</td>
          <td className="extra soft deep">
            <PositionGame gameId={position.game_id} />
          </td>
        </>
      )}
    </>
  )
}

function ClosedCells({ position }: { readonly position: Position }) {
  return (
    <>
      <td className={`num strong ${toneOf(position.realised_pnl)}`}>{signed(position.realised_pnl)}</td>
      <td className="num extra soft">{signed(position.realised_pnl_today)}</td>
      <td className="num extra soft">
        {showAmountText(position.fees)}
        {position.fees_known ? '' : ' or more'}
      </td>
      <td className="soft">{position.result ?? 'sold'}</td>
      <td className="extra dim">
        {position.last_at === null ? NONE : showDay(Date.parse(position.last_at))}
      </td>
    </>
  )
}

function amount(text: string | null): string {
  return text === null ? NONE : showAmountText(text)
}

function signed(text: string | null): string {
  return text === null ? NONE : showAmountText(text, 2, true)
}
