/** The watchlist: bid, ask and last of every outcome on it, in the user's own order. */
import type { KeyboardEvent } from 'react'
import { BellIcon, XIcon } from 'lucide-react'
import {
  useAccount,
  useMarketData,
  usePage,
  usePrices,
  useShownTop,
  useWorkspace,
} from '../../contexts/contexts.ts'
import { startText } from '../../words/game-text.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { useNow, useSelected, useStore } from '../../platform/state/hooks.ts'
import { useInView } from '../../platform/page/use-in-view.ts'
import { Link } from '../../widgets/link.tsx'
import { DayChange } from '../../widgets/day-mark.tsx'
import { Held } from '../../widgets/held.tsx'
import { marketTitle, findSelection } from '../../data/markets/selection.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { findStep } from '../../commands/key-map.ts'
import { StaleSign } from '../../widgets/freshness.tsx'
import { openOrders } from '../../data/account/own-levels.ts'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './watch.module.css'
import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ONCE, valueOf } from '../../platform/api/queries.ts'
import { LiveMark } from '../../widgets/live-mark.tsx'

/** The list itself, for the panel at the left. */
export function WatchList() {
  const { ids, loaded } = useStore(useMarketData().watch.state)
  if (!loaded) return <p className="empty">Loading the watchlist{'\u2026'}</p>
  if (ids.length === 0) {
    return <p className="empty">Watchlist empty. Press an outcome’s star to add it.</p>
  }
  return (
    <ol className="panel-body watch-rows" aria-label="Watched outcomes">
      {ids.map((id) => (
        <WatchRow key={id} outcomeId={id} />
      ))}
    </ol>
  )
}

function WatchRow({ outcomeId }: { readonly outcomeId: string }) {
  const { watch } = useMarketData()
  const { announcer, keys } = usePage()
  const [ref, isShown] = useInView()
  const state = useWatchRow(outcomeId, isShown)
  const name = state.kind === 'found' ? state.selection.outcome.name : 'outcome'

  function onKeyDown(event: KeyboardEvent): void {
    const step = findStep(keys.get(), 'watchlist', event)
    if (step === null) return
    event.preventDefault()
    event.stopPropagation()
    watch.move(outcomeId, step[1])
    const ids = watch.state.get().ids
    announcer.say(`${name}: place ${ids.indexOf(outcomeId) + 1} of ${ids.length}`)
  }

  return (
    <li ref={ref} className={styles.watchRow}>
      {state.kind === 'found' ? (
        <Found selection={state.selection} isShown={isShown} onKeyDown={onKeyDown} />
      ) : (
        <span className="dim cut">{state.kind === 'loading' ? 'Loading\u2026' : 'No longer listed'}</span>
      )}
      <Button
        className="button quiet small remove"
        aria-label={`Unwatch ${name}`}
        {...tip('Remove from the list')}
        onClick={() => watch.toggle(outcomeId)}
        onKeyDown={onKeyDown}
      >
        <XIcon />
      </Button>
    </li>
  )
}

function Found(props: {
  readonly selection: Selection
  readonly isShown: boolean
  readonly onKeyDown: (event: KeyboardEvent) => void
}) {
  const { isShown } = props
  const { event, market, outcome } = props.selection
  const { selection } = useWorkspace()
  const top = useShownTop(outcome.id, isShown)
  const isOpen = useSelected(selection, (now) => now?.outcome.id === outcome.id)
  const mine = useSelected(
    useAccount().orders,
    (orders) => openOrders(orders.items).filter((order) => order.outcomeId === outcome.id).length,
  )
  const alerts = useSelected(
    useMarketData().alerts.list,
    ({ items }) => items.filter((one) => one.outcomeId === outcome.id && one.state === 'active').length,
  )
  const tick = top.tick ?? market.tickSize ?? 100
  const prices = usePrices()
  return (
    <>
      <span className="slim">
        <Link
          to={eventAddress(event.slug, outcome.id)}
          current={isOpen}
          className="cut"
          onKeyDown={props.onKeyDown}
        >
          {outcome.name} <span className="soft light">{marketTitle(event, market)}</span>
        </Link>
      </span>
      <span className="result-meta">
        <StaleSign stale={top.stale} />
        {event.live && <LiveMark />}
        <Start at={market.gameStartTime} isLive={event.live} />
        <span className="cut">{event.markets.length > 1 ? event.title : ''}</span>
        <Held outcomeId={outcome.id} />
        {alerts > 0 && (
          <span className="inline-row gap-2" {...tip(`${alerts} alert${alerts === 1 ? '' : 's'} watching`)}>
            <BellIcon />
            {alerts}
            <span className="visually-hidden"> alerts</span>
          </span>
        )}
        {mine > 0 && (
          <span className="own-count" {...tip('My open orders')}>
            {mine}
          </span>
        )}
      </span>
      <span className={styles.watchPrices} data-stale={top.stale === null ? undefined : ''}>
        <b className="pos">{prices.short(top.bestBid, tick)}</b>
        <b className="neg">{prices.short(top.bestAsk, tick)}</b>
        <span className="soft" {...tip('Last trade')}>
          {prices.short(top.last, tick)}
        </span>
      </span>
      <span className="row gap-4">
        <DayChange outcomeId={outcome.id} isShown={isShown} />
      </span>
    </>
  )
}

function Start({ at, isLive }: { readonly at: number | null; readonly isLive: boolean }) {
  const now = useNow()
  return at === null || isLive || at < now ? null : <span>{startText(at, now)}</span>
}

type WatchRowState =
  | { readonly kind: 'found'; readonly selection: Selection }
  | { readonly kind: 'loading' | 'unknown' }

const NO_EVENT = 'pm:'

/** Looks the outcome up once its row is in view: by its book the market, by that the event. */
function useWatchRow(outcomeId: string, isShown: boolean): WatchRowState {
  const { client } = usePage()
  const { events } = useMarketData()
  const read = useQuery({
    ...ONCE,
    queryKey: ['market of', outcomeId],
    async queryFn({ signal }) {
      const book = valueOf(await client.call('readBook', { params: { outcomeId: outcomeId } }, { signal }))
      return valueOf(await client.call('readMarket', { params: { marketId: book.marketId } }, { signal }))
    },
    enabled: isShown,
  })
  const eventId = read.data?.eventId ?? NO_EVENT
  useEffect(() => {
    if (eventId !== NO_EVENT) events.want([eventId])
  }, [events, eventId])
  const event = useStore(events.event(eventId))
  if (read.error !== null && read.data === undefined) return { kind: 'unknown' }
  if (event === null) return { kind: 'loading' }
  const selection = findSelection(event, outcomeId)
  return selection === null ? { kind: 'unknown' } : { kind: 'found', selection }
}
