/** What is held of a ladder's outcome, in one line of its head; always there, so that nothing moves when a position comes. */
import { NONE, showAmountText } from '../../format/numbers.ts'
import { useTerminal } from '../../terminal-context.ts'
import { sharesText, staleWords, toneOf } from './portfolio-words.ts'
import { usePosition } from './use-position.ts'
import '../../ui/portfolio.css'

/** Size at average price, what it is worth now, and the ways out. */
export function LadderPosition({ outcomeId }: { readonly outcomeId: string }) {
  const { openedPosition } = useTerminal()
  const position = usePosition(outcomeId)
  if (position === null) {
    return (
      <p className="ladder-position dim">
        <span className="cut">No position</span>
      </p>
    )
  }
  const shares = sharesText(position)
  const stale = staleWords(position)
  return (
    <p className="ladder-position" data-stale={stale === null ? undefined : ''}>
      <span className="cut" title={stale === null ? undefined : `Worth as last known: ${stale}`}>
        <b>{shares.size}</b>
        {shares.settling === null ? '' : ` (${shares.settling})`} @{' '}
        {position.average_price === null ? NONE : showAmountText(position.average_price)}{' '}
        <b className={stale === null ? toneOf(position.unrealised_pnl) : 'dim'}>
          {position.unrealised_pnl === null ? NONE : showAmountText(position.unrealised_pnl, 2, true)}
        </b>
      </span>
      {position.status === 'open' && (
        <>
          <button
            type="button"
            className="button small"
            aria-haspopup="dialog"
            title="Exit: walk (Shift E), join (e)"
            onClick={() => openedPosition.set({ position, view: 'walk' })}
          >
            Exit
          </button>
          <button
            type="button"
            className="button small"
            aria-haspopup="dialog"
            title={
              position.hedge === null ? (position.hedge_unavailable_message ?? 'No hedge now') : 'Hedge (h)'
            }
            onClick={() => openedPosition.set({ position, view: 'hedge' })}
          >
            Hedge
          </button>
        </>
      )}
    </p>
  )
}
