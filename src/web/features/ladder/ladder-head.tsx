/** Header of a ladder: which outcome, in which mode, at what prices, and how much a click is worth. */
import { memo } from 'react'
import type { TickSize } from '#core/price.ts'
import type { Event, Market, Outcome } from '../../api/wire.ts'
import { NONE, showPrice, showSize } from '../../format/numbers.ts'
import type { BookTop, StaleCause } from '../../live/book-store.ts'
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { BellIcon } from '../../ui/icons.tsx'
import { ModeChip, SimulatedChip } from '../../ui/mode-chip.tsx'
import { marketTitle } from '../event/selection.ts'
import { LadderPosition } from '../portfolio/ladder-position.tsx'
import { PanelTools } from '../workspace/panel-context.tsx'
import { Freshness } from './freshness.tsx'
import { quickSize } from './ladder-cell.ts'

export type HeadProps = {
  readonly event: Event
  readonly market: Market
  readonly outcome: Outcome
  readonly top: BookTop
  readonly stale: StaleCause | null
  readonly tick: TickSize
  readonly onCentre: () => void
  readonly onAlert: (price: null) => void
}

/** Title line, inside market and quick sizes. */
export const LadderHead = memo(function LadderHead({
  event,
  market,
  outcome,
  top,
  stale,
  tick,
  onCentre,
  onAlert,
}: HeadProps) {
  const spread = top.bestBid === null || top.bestAsk === null ? null : (top.bestAsk - top.bestBid) / tick
  return (
    <>
      <header className="panel-head">
        <h2 className="cut" title={`${outcome.name} - ${market.question}`}>
          {outcome.name} <span className="dim">{marketTitle(event, market)}</span>
        </h2>
        <span className="push" />
        <button
          type="button"
          className="head-tool"
          aria-label={`New alert on ${outcome.name}`}
          title="New alert (a at the cursor, Alt click at a price)"
          onClick={() => onAlert(null)}
        >
          <BellIcon />
        </button>
        <SimulatedChip />
        <ModeChip />
        <PanelTools />
      </header>
      <div className="ladder-inside">
        <span className="pos strong">{showPrice(top.bestBid, tick)}</span>
        <button type="button" className="spread" onClick={onCentre} title="Centre (Space)">
          {stale === null && (
            <span>{spread === null ? NONE : `${spread} tick${spread === 1 ? '' : 's'}`}</span>
          )}
          <Freshness top={top} stale={stale} />
        </button>
        <span className="neg strong num">{showPrice(top.bestAsk, tick)}</span>
      </div>
      <LadderPosition outcomeId={outcome.id} />
      <SizeBar />
    </>
  )
})

const SIZE_KEYS = ['1', '2', '3', '4', '5', '6'] as const

/** Six quick sizes; the keys 1 to 6 pick them on a focused ladder. */
function SizeBar() {
  const terminal = useTerminal()
  const hand = useStore(terminal.hand)
  const { sizes } = useStore(terminal.settings)
  return (
    <div className="size-bar">
      <div role="group" aria-label="Quick size" className="segments">
        {SIZE_KEYS.map((name, at) => {
          const size = quickSize(sizes, at)
          return (
            <button
              key={name}
              type="button"
              aria-pressed={size !== null && size === hand.size}
              title={`Key ${name}`}
              disabled={size === null}
              onClick={() => {
                if (size !== null) terminal.hand.update((old) => ({ ...old, size }))
              }}
            >
              {size === null ? NONE : showSize(size)}
            </button>
          )
        })}
      </div>
      <button
        type="button"
        className="post-toggle"
        aria-pressed={hand.postOnly}
        title="Post-only: refused if it would take"
        onClick={() => terminal.hand.update((old) => ({ ...old, postOnly: !old.postOnly }))}
      >
        Post
      </button>
    </div>
  )
}
