/**
 * One outcome's ladder: header, grid and the line that says what would happen. A cell's price never changes under the
 * pointer, and a click is what was pressed or nothing.
 */
import type { Price } from '#core/price.ts'
import type { Event, Market, Outcome } from '../../platform/api/wire.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { useMarketData } from '../../model/contexts/market-data.ts'
import { useTrading } from '../../model/contexts/trading.ts'
import { marketTitle } from '../../model/markets/selection.ts'
import { Complement } from './complement.tsx'
import { LadderFoot } from './ladder-foot.tsx'
import { LadderGrid } from './grid/ladder-grid.tsx'
import { LadderHead } from './ladder-head.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { LadderMessage } from './ladder-message.tsx'
import { useResult } from './orders/use-result.ts'
import { useLadderInput } from './use-ladder-input.ts'
import type { Flip } from './use-ladder-input.ts'
import { useLadderView } from './use-ladder-view.ts'

export type LadderProps = {
  readonly event: Event
  readonly market: Market
  readonly outcome: Outcome
  readonly isSelected: boolean
  /** Of little height: the order defaults are shared above all ladders. */
  readonly isLow?: boolean
}

type PanelProps = LadderProps & {
  /** Where its view is kept. */
  readonly place: string
  readonly other: Outcome | null
  /** The outcome whose complement this is; null for the ladder as it was opened. */
  readonly complementOf: Outcome | null
  readonly from: Flip | null
  readonly onFlip: (cursor: Price | null, hasFocus: boolean) => void
}

/** The panel of one outcome. `from` is the cursor of the ladder from which it was flipped. */
export function LadderPanel(props: PanelProps) {
  const { event, market, outcome, other, isSelected, isLow = false, place } = props
  const { volumeAndQueue } = useMarketData()
  const mode = useSelected(useTrading().trading, (trading) => trading?.mode ?? 'SAFE')
  const view = useLadderView(market, outcome, place)
  const { book, stale, bookTick, tick, grid, show, scroll, holding } = view
  const resolved = useResult(market, outcome, view.staleCause)
  const input = useLadderInput(props, view)
  const { panel, orders, menu, setMenu, flip } = input
  const name = `${outcome.name}, ${marketTitle(event, market)}`
  return (
    <section
      ref={panel}
      className="panel ladder"
      aria-label={`Ladder ${name}`}
      data-outcome={outcome.id}
      data-tick={tick}
      data-group={grid.group}
      data-mode={mode}
      data-stale={stale === null ? undefined : ''}
      data-selected={isSelected ? '' : undefined}
      data-low={isLow ? '' : undefined}
    >
      <LadderHead
        event={event}
        market={market}
        outcome={outcome}
        other={other}
        book={book}
        stale={stale}
        grid={grid}
        show={show}
        holding={holding}
        onCentre={scroll.centre}
        onFlip={flip}
        isLow={isLow}
        onRegroup={view.regroup}
        onGroup={view.group}
        onAlert={orders.setAlert}
      />
      <LadderMessage tick={bookTick} resolved={resolved} />
      <LadderGrid
        {...view}
        {...input}
        stats={volumeAndQueue.of(outcome.id)}
        outcomeId={outcome.id}
        name={`Prices of ${name}`}
      />
      {props.complementOf !== null && <Complement of={props.complementOf} outcome={outcome} />}
      <LadderFoot
        {...view}
        {...input}
        mode={mode}
        outcomeId={outcome.id}
        outcomeName={outcome.name}
        market={market}
        resolved={resolved}
      />
      {menu !== null && (
        <Menu
          {...menu}
          onClose={() => {
            setMenu(null)
            panel.current?.querySelector<HTMLElement>('.ladder-grid')?.focus()
          }}
        />
      )}
    </section>
  )
}
