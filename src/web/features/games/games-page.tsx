/** The games board: leagues, live games first. While the pointer or the focus is inside, no row changes its place. */
import { useEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { wholeOf } from '../../platform/api/queries.ts'
import { shownOrder } from '../../data/account/held-order.ts'
import { useHeld, useNow, useSelected, useStore } from '../../platform/state/hooks.ts'
import { useAccount, useMarketData, usePage, usePrices, useTrading } from '../../contexts/contexts.ts'
import { Button, Page, Segments } from '../../ui/controls.tsx'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { boardRow, byLeague, inOrder, passesFilter } from './board.ts'
import type { BoardFilter, BoardRow } from './board.ts'
import { BoardContext, useBoardPresses } from './board-presses.ts'
import { FollowGame, GAME_COLUMNS } from './game-row.tsx'
import styles from './game.module.css'
import { showSize } from '../../platform/format/figures.ts'
import type { SizeUnit } from '../../data/settings/order-defaults.ts'
import type { BoardNote } from './board-presses.ts'

const REFRESH_MS = 15_000
/** Events read at once, for the names and starts of the rows on top; the others are read as they come into view. */
const EVENTS_AHEAD = 80

const FILTERS = [
  ['all', 'All'],
  ['live', 'Live'],
  ['soon', 'Next 2 h'],
  ['mine', 'Mine'],
  ['watch', 'Watched'],
] as const satisfies readonly (readonly [BoardFilter, string])[]

/** The page. */
export function GamesPage() {
  const { client } = usePage()
  const { events, watch } = useMarketData()
  const [filter, setFilter] = useState<BoardFilter>('all')
  const { held, around } = useHeld()
  const read = useQuery({ ...wholeOf(client, 'listGames', {}), refetchInterval: REFRESH_MS })
  const leagues = useQuery(wholeOf(client, 'listLeagues', {}))
  const watched = useStore(watch.state).ids
  const known = useStore(events.all)
  const now = useNow(10_000)
  const games = read.data ?? null

  useEffect(() => {
    const ids = (games ?? []).slice(0, EVENTS_AHEAD).flatMap((game) => game.eventId ?? [])
    events.want(ids)
  }, [events, games])

  const rows = useMemo(
    () => (games ?? []).map((game) => boardRow(game, known.get(game.eventId ?? '') ?? null)),
    [games, known],
  )
  const myEvents = useStore(useAccount().myEvents)
  const shown = shownOrder(
    inOrder(rows),
    (row) => passesFilter(row, filter, new Set(watched), myEvents, now),
    held,
    ({ game }) => game.id,
  )
  const groups = byLeague(shown)
  const ids = shown.map(({ game }) => game.id)
  const board = useBoardPresses()
  const names = new Map(leagues.data?.map((league) => [league.code, league.name]))
  const leagueHead = ([first, ...others]: readonly BoardRow[]) =>
    first !== undefined && <LeagueHead league={first.game.league} names={names} count={others.length + 1} />
  const liveCount = rows.filter(({ game }) => game.status === 'live' || game.status === 'paused').length

  return (
    <Page className="games">
      <header className="page-head">
        <h1>Games</h1>
        <Segments
          label="Filter"
          value={filter}
          options={FILTERS.map(([name, text]) => [
            name,
            name === 'live' && games !== null ? `${text} ${liveCount}` : text,
          ])}
          onChange={setFilter}
        />
        <span className="soft">
          {games === null ? '' : `${shown.length} of ${games.length} games`}
          {held === null ? '' : ', order held'}
        </span>
      </header>
      <BoardLine sends={board.sends} note={board.note} />
      <ReadFault read={read} />
      {games !== null && shown.length === 0 && (
        <p className="empty">
          No game {filter === 'live' ? 'is live' : filter === 'soon' ? 'starts within two hours' : 'to show'}
          {filter === 'watch'
            ? '. Watch an outcome of a game by its star.'
            : filter === 'mine'
              ? '. Mine are games with a position or an open order.'
              : '.'}{' '}
          {filter !== 'all' && <Button onClick={() => setFilter('all')}>Show all games</Button>}
        </p>
      )}
      <div className={`panel fill relative scrolls ${styles.board}`} {...around(ids)}>
        <BoardContext value={board}>
          <DataTable
            name="games"
            columns={GAME_COLUMNS}
            rows={groups.flatMap((group) => group.rows)}
            keyOf={({ game }) => game.id}
            Follow={FollowGame}
            groups={{
              of: ({ game }) => game.league,
              className: 'league-line',
              head: leagueHead,
            }}
          />
        </BoardContext>
      </div>
    </Page>
  )
}

function LeagueHead(props: {
  readonly league: string
  readonly names: ReadonlyMap<string, string>
  readonly count: number
}) {
  const { league, names, count } = props
  return (
    <>
      {names.get(league) ?? (league === '' ? 'Other' : league.toUpperCase())}
      <span className="dim"> {count}</span>
    </>
  )
}

const UNITS = {
  shares: 'shares',
  cash: 'pUSD',
  win: 'pUSD to win',
  percent: '% of free cash',
} as const satisfies Readonly<Record<SizeUnit, string>>

/** Above the board: what a click on a price does, and what became of the last one. */
function BoardLine({ sends, note }: { readonly sends: boolean; readonly note: BoardNote | null }) {
  const { size, unit, timeInForce, postOnly } = useStore(useTrading().orderDefaults)
  const what = `${showSize(size)} ${UNITS[unit]} ${timeInForce}${postOnly ? ' post-only' : ''}`
  return (
    <p className={`wraps fine ${styles.boardLine}`}>
      <span className={sends ? 'strong' : 'soft'}>
        {sends ? `A click sends ${what}` : 'A click on a price fills the ticket'}
      </span>
      <span role="status">{note !== null && <NoteText note={note} />}</span>
    </p>
  )
}

function NoteText({ note: { at, result } }: { readonly note: BoardNote }) {
  const prices = usePrices()
  const intents = useTrading().intents.list
  const id = result.kind === 'sent' ? result.clientOrderIds[0] : undefined
  const intent = useSelected(intents, (list) => list.find((one) => one.clientOrderId === id) ?? null)
  const what = `${at.side} ${at.selection.outcome.name} @ ${prices.price(at.price, at.tick)}`
  if (result.kind === 'refused') return <span className="danger">{`${what} refused: ${result.text}`}</span>
  if (intent === null) return null
  return `${what}: ${intent.state === 'sending' ? 'sending\u2026' : `${intent.state}, ${intent.text}`}`
}
