/** The games board: leagues, live games first. While the pointer or the focus is inside, no row changes its place. */
import { useEffect, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { wholeOf } from '../../platform/api/queries.ts'
import { shownOrder } from '../../data/account/held-order.ts'
import { useHeld, useNow, useStore } from '../../platform/state/hooks.ts'
import { useMarketData, usePage } from '../../contexts/contexts.ts'
import { Button, Page, Segments } from '../../ui/controls.tsx'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { boardRow, inOrder, passesFilter } from './board.ts'
import type { BoardFilter, BoardRow } from './board.ts'
import { FollowGame, GAME_COLUMNS } from './game-row.tsx'
import styles from './game.module.css'

const REFRESH_MS = 15_000
/** Events read at once, for the names and starts of the rows on top; the others are read as they come into view. */
const EVENTS_AHEAD = 80

const FILTERS = [
  ['all', 'All'],
  ['live', 'Live'],
  ['soon', 'Next 2 h'],
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
  const shown = shownOrder(
    inOrder(rows),
    (row) => passesFilter(row, filter, new Set(watched), now),
    held,
    ({ game }) => game.id,
  )
  const ids = shown.map(({ game }) => game.id)
  const names = new Map(leagues.data?.map((league) => [league.code, league.name]))
  const leagueHead = (games: readonly BoardRow[]) => {
    const league = games[0]?.game.league ?? ''
    return (
      <>
        {names.get(league) ?? (league === '' ? 'Other' : league.toUpperCase())}
        <span className="dim"> {games.length}</span>
      </>
    )
  }
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
      <ReadFault read={read} />
      {games !== null && shown.length === 0 && (
        <p className="empty">
          No game {filter === 'live' ? 'is live' : filter === 'soon' ? 'starts within two hours' : 'to show'}
          {filter === 'watch' ? '. Watch an outcome of a game by its star.' : '.'}{' '}
          {filter !== 'all' && <Button onClick={() => setFilter('all')}>Show all games</Button>}
        </p>
      )}
      <div className={`panel fill relative scrolls ${styles.board}`} {...around(ids)}>
        <DataTable
          name="games"
          columns={GAME_COLUMNS}
          rows={shown}
          keyOf={({ game }) => game.id}
          Follow={FollowGame}
          groups={{
            of: ({ game }) => game.league,
            className: 'league-line',
            head: leagueHead,
          }}
        />
      </div>
    </Page>
  )
}
