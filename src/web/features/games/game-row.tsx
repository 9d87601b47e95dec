/** A game on the board: its columns, and what its row follows while it is in view. */
import { useEffect } from 'react'
import { ClockIcon } from 'lucide-react'
import type { Side as OrderSide } from '#core/order/order.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Event, Game } from '../../platform/api/client.ts'
import { showAmount, showCents, showCompact } from '../../platform/format/figures.ts'
import {
  useAccount,
  useMarketData,
  usePage,
  usePrices,
  useShownTop,
  useTrading,
  useWorkspace,
} from '../../contexts/contexts.ts'
import { fillIn } from '../../data/markets/draft.ts'
import { sharesAt } from '../../data/settings/order-defaults.ts'
import { ROOMY, useMedia } from '../../platform/page/screen-class.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { useInView } from '../../platform/page/use-in-view.ts'
import { useNow, useSelected } from '../../platform/state/hooks.ts'
import type { Column } from '../../widgets/data-table/column.ts'
import type { FollowProps } from '../../widgets/data-table/data-row.tsx'
import { Link } from '../../widgets/link.tsx'
import { StaleSign } from '../../widgets/freshness.tsx'
import { openOrders } from '../../data/account/own-levels.ts'
import { StarButton } from '../../widgets/star.tsx'
import type { Selection } from '../../data/markets/selection.ts'
import { heldValue } from './board.ts'
import type { BoardRow } from './board.ts'
import { clockText, noScoreText, sidesOf, startText } from '../../words/game-text.ts'
import { bothSides, mainLines } from './main-lines.ts'
import type { Side } from './main-lines.ts'
import { useReceivedMs, useShownGame } from '../../contexts/use-game.ts'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './game.module.css'
import { LiveMark } from '../../widgets/live-mark.tsx'

/** Live state of a board's row in view: its score and its clock. */
export type GameLive = {
  readonly game: Game
  readonly lines: ReturnType<typeof mainLines> | null
  readonly isShown: boolean
  readonly isStale: boolean
}

/** Follows the game of a row, and its event, while the row is in view. */
export function FollowGame({ row, draw }: FollowProps<BoardRow, GameLive>) {
  const { events } = useMarketData()
  const [ref, isShown] = useInView()
  const live = useShownGame(row.game.id, isShown)
  const game = live.game ?? row.game
  const { event } = row
  const eventId = game.eventId
  useEffect(() => {
    if (isShown && eventId !== null) events.want([eventId])
  }, [events, isShown, eventId])
  return draw({
    ref,
    props: { className: 'game', 'data-status': game.status },
    live: {
      game,
      isShown,
      lines: event === null ? null : mainLines(game, event),
      isStale: game.stale || (live.game !== null && !live.current),
    },
  })
}

/** The board's columns. */
export const GAME_COLUMNS: readonly Column<BoardRow, GameLive>[] = [
  {
    id: 'clock',
    head: 'Clock',
    className: 'game-when',
    isFixed: true,
    cell: ({ startsAt }, { game, isStale }) => <When game={game} startsAt={startsAt} isStale={isStale} />,
  },
  {
    id: 'teams',
    head: 'Teams, score, bid, ask',
    headContent: (
      <span className={styles.sideLine}>
        <span>Teams</span>
        <span className={styles.sidePrices}>
          <span>Bid</span>
          <span>Ask</span>
        </span>
      </span>
    ),
    className: 'game-sides',
    isRowHead: true,
    cell: ({ event }, live) => <Sides event={event} live={live} />,
  },
  {
    id: 'delay',
    head: 'Delay',
    className: 'num extra',
    cell: (_, { lines }) =>
      lines !== null &&
      lines.delaySeconds > 0 && (
        <span
          className="inline-row gap-2"
          {...tip(`Orders that would match wait ${lines.delaySeconds} s first`)}
        >
          <ClockIcon />
          {lines.delaySeconds} s
        </span>
      ),
  },
  {
    id: 'liquidity',
    head: 'Liquidity',
    className: 'num soft extra',
    value: ({ event }) => event?.liquidity ?? null,
    cell: ({ event }) => (event === null ? '' : showCompact(event.liquidity)),
  },
  {
    id: 'mine',
    head: 'Mine',
    className: 'num extra',
    cell: ({ event }) => event !== null && <Mine event={event} />,
  },
  {
    id: 'watch',
    head: 'Watch',
    isHeadHidden: true,
    className: 'game-star',
    cell: ({ event }, { lines }) => {
      const outcome = lines?.sides[0]?.outcome ?? null
      return outcome !== null && event !== null && <StarButton outcomeId={outcome.id} name={event.title} />
    },
  },
]

function Sides({ event, live }: { readonly event: Event | null; readonly live: GameLive }) {
  const { ladders } = useWorkspace()
  const { game, lines, isShown } = live
  if (lines === null || event === null) return <UnlistedSides game={game} event={event} />
  return lines.sides.map((side) => (
    <SideLine
      key={side.role}
      side={side}
      game={game}
      event={event}
      isShown={isShown}
      onOpen={() => ladders.set(bothSides(lines))}
    />
  ))
}

function When(props: { readonly game: Game; readonly startsAt: number | null; readonly isStale: boolean }) {
  const { game, startsAt, isStale } = props
  const now = useNow()
  const receivedMs = useReceivedMs(startsAt, now)
  if (game.status === 'scheduled') {
    return <span className="soft">{startsAt === null ? 'no start known' : startText(startsAt, now)}</span>
  }
  const missing = noScoreText(game, receivedMs)
  return (
    <>
      <span className="row gap-6">
        {game.status !== 'ended' && (
          <LiveMark>
            <span className="visually-hidden">{game.status}</span>
          </LiveMark>
        )}
        <span className="strong">{clockText(game) || (game.status === 'live' ? 'live' : '')}</span>
        {game.status === 'paused' && <span className="chip">paused</span>}
      </span>
      <span className="soft fine">{game.score?.detail ?? missing ?? ''}</span>
      {isStale && missing === null && <span className="chip warn">STALE</span>}
    </>
  )
}

function SideLine(props: {
  readonly side: Side
  readonly game: Game
  readonly event: Event
  readonly isShown: boolean
  /** Both sides get their ladders. */
  readonly onOpen: () => void
}) {
  const { side, game, event, isShown, onOpen } = props
  const score = game.score === null || side.role === 'draw' ? null : game.score[side.role]
  return (
    <span className={styles.sideLine}>
      <Link
        to={eventAddress(event.slug, side.outcome?.id ?? null)}
        className={styles.sideLink}
        onOpen={onOpen}
      >
        <span className={side.role === 'draw' ? 'cut soft' : 'cut strong'}>{side.name}</span>
        <b className="right">{score ?? ''}</b>
      </Link>
      {side.outcome === null || side.market === null ? (
        <span className="dim fine right">no open line</span>
      ) : (
        <SidePrices
          selection={{ event, market: side.market, outcome: side.outcome }}
          name={side.name}
          isShown={isShown}
        />
      )}
    </span>
  )
}

function SidePrices(props: {
  readonly selection: Selection
  readonly name: string
  readonly isShown: boolean
}) {
  const { selection, name, isShown } = props
  const prices = usePrices()
  const fill = useTicketFill(selection)
  const top = useShownTop(selection.outcome.id, isShown)
  const tick = top.tick ?? selection.market.tickSize ?? 100
  const at = (side: OrderSide, price: Price | null) =>
    price === null ? (
      <span className="dim">{prices.short(price, tick)}</span>
    ) : (
      <Button
        className={side === 'BUY' ? 'neg' : 'pos'}
        aria-label={`${side === 'BUY' ? 'Buy' : 'Sell'} ${name} at ${prices.price(price, tick)} into the ticket`}
        onClick={() => fill(side, price, tick)}
      >
        {prices.short(price, tick)}
      </Button>
    )
  return (
    <span className={styles.sidePrices} data-stale={top.stale === null ? undefined : ''}>
      <StaleSign stale={top.stale} />
      {at('SELL', top.bestBid)}
      {at('BUY', top.bestAsk)}
    </span>
  )
}

/** Fills the ticket with a price and the default size, and goes to it where it is not beside the board. */
function useTicketFill(selected: Selection): (side: OrderSide, price: Price, tick: TickSize) => void {
  const { selection, ticketCall } = useWorkspace()
  const { draft, orderDefaults } = useTrading()
  const { router } = usePage()
  const prices = usePrices()
  const isBeside = useMedia(ROOMY)
  const { event, outcome } = selected
  return (side, price, tick) => {
    const { asked: size } = sharesAt(orderDefaults.get(), price)
    selection.set(selected)
    draft.set(fillIn(draft.get(), outcome.id, { side, price, size }, tick, prices))
    if (isBeside) return
    ticketCall.set(true)
    router.go(eventAddress(event.slug, outcome.id))
  }
}

function UnlistedSides({ game, event }: { readonly game: Game; readonly event: Event | null }) {
  const { home, away } = sidesOf(game, event)
  const isNamed = event !== null || (game.home !== null && game.away !== null)
  return (
    <span className={styles.sideLine}>
      <span className="soft cut">
        {!isNamed
          ? 'Loading\u2026'
          : game.ordering === 'home'
            ? `${home} vs. ${away}`
            : `${away} vs. ${home}`}
      </span>
    </span>
  )
}

function Mine({ event }: { readonly event: Event }) {
  const { orders, positions } = useAccount()
  const held = useSelected(positions, ({ items }) => heldValue(items, event.id))
  const count = useSelected(orders, (list) => {
    const markets = new Set(event.markets.map((market) => market.id))
    return openOrders(list.items).filter((order) => markets.has(order.marketId)).length
  })
  return (
    <>
      {held !== null && (
        <span className="held" {...tip(`${showAmount(held)}: what I hold here, at the best bids`)}>
          {showCents(held)}
        </span>
      )}
      {count > 0 && (
        <span className="own-count" {...tip(`${count} open order${count === 1 ? '' : 's'}`)}>
          {count}
        </span>
      )}
    </>
  )
}
