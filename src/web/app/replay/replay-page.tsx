/** A replay: the same ladders, trades, scores and orders as live, of another time, and no way to send anything. */
import { useEffect, useRef, useState } from 'react'
import { faultText } from '../../platform/api/client.ts'
import { PHONE, useMedia } from '../../platform/page/screen-class.ts'
import { TimeContext, useStore } from '../../platform/state/hooks.ts'
import { NONE, showAmount } from '../../platform/format/figures.ts'
import { useAccount, useContexts, usePage } from '../../contexts/contexts.ts'
import { marketTitle } from '../../data/markets/selection.ts'
import { askedReplay, busiestOutcome, replayAddress } from '../../data/reads/replay-address.ts'
import type { AskedReplay } from '../../data/reads/replay-address.ts'
import type { ReplayPlayer } from '../../data/reads/replay-player.ts'
import { FillsTable, OrdersTable } from '../../features/orders/orders-table.tsx'
import { GameStrip } from '../../features/games/game-strip.tsx'
import { Ladder } from '../../features/ladder/ladder.tsx'
import { PositionsTable, REPLAY_COLUMNS } from '../../features/portfolio/positions.tsx'
import { ReplayBar, replayKey } from '../../features/replay/replay-bar.tsx'
import { ReplayChoice } from '../../features/replay/replay-choice.tsx'
import { Page, Select } from '../../ui/controls.tsx'
import { TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { ContextProviders } from '../contexts.tsx'
import { ChartPanel, DepthPanel, TradesPanel } from '../views.tsx'
import { createReplayContexts } from './replay-contexts.ts'
import type { ReplayContexts } from './replay-contexts.ts'
import styles from '../../features/replay/replay.module.css'

/** So much of what led to it is played first. */
const LEAD_MS = 5_000
/** Each side of the instant: a match has room in it. */
const AROUND_MS = 2 * 3_600_000

/** The choice of a time, or the replay of the one that the address names. */
export function ReplayPage() {
  const { router } = usePage()
  // The address is read again whenever it changes.
  useStore(router)
  const asked = askedReplay(window.location.search)
  return (
    <Page className="stack gap-8">
      <h1 className="visually-hidden">Replay</h1>
      {asked === null ? (
        <ReplayChoice onChoose={(at) => router.go(replayAddress(at, null))} />
      ) : (
        <OpenedReplay key={`${asked.at} ${asked.outcomeId ?? ''}`} asked={asked} />
      )}
    </Page>
  )
}

function OpenedReplay({ asked }: { readonly asked: AskedReplay }) {
  const live = useContexts()
  const [opened, setOpened] = useState<ReplayContexts | null>(null)
  const [fault, setFault] = useState('')
  const first = useRef(live)
  useEffect(() => {
    let replay: ReplayContexts | null = null
    let isGone = false
    const { client } = first.current.page
    const body = { from: asked.at - AROUND_MS, to: asked.at + AROUND_MS, at: asked.at - LEAD_MS }
    void client.call('openReplay', { body }).then((answer) => {
      if (!answer.ok) return setFault(faultText(answer.error))
      const made = answer.value
      if (isGone) return void client.call('endReplay', { params: { replayId: made.id } })
      replay = createReplayContexts(first.current, made)
      return setOpened(replay)
    })
    return () => {
      isGone = true
      replay?.end()
    }
  }, [asked.at])

  if (fault !== '') {
    return (
      <p className="empty danger" role="alert">
        {fault}
      </p>
    )
  }
  if (opened === null) return <p className="empty">Opening the recording{'\u2026'}</p>
  return (
    <TimeContext value={opened.time}>
      <ContextProviders contexts={opened.contexts}>
        <ReplayView
          replay={opened}
          outcomeId={
            asked.outcomeId ??
            busiestOutcome(opened.player.marks) ??
            live.workspace.selection.get()?.outcome.id ??
            null
          }
        />
      </ContextProviders>
    </TimeContext>
  )
}

function ReplayView(props: { readonly replay: ReplayContexts; readonly outcomeId: string | null }) {
  const { player } = props.replay
  const events = useStore(player.events)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const view = element.current
    if (view === null) return undefined
    const onKeyDown = (event: KeyboardEvent): void => onReplayKey(event, player)
    view.addEventListener('keydown', onKeyDown)
    view.focus({ preventScroll: true })
    return () => view.removeEventListener('keydown', onKeyDown)
  }, [player])
  const isPhone = useMedia(PHONE)
  const places = events.flatMap((event) => event.markets.map((market) => ({ event, market })))
  const [chosen, setMarketId] = useState<string | null>(null)
  const place =
    places.find(({ market }) => market.id === chosen) ??
    places.find(({ market }) => market.outcomes.some(({ id }) => id === props.outcomeId)) ??
    places[0]
  const [tab, setTab] = useState<'trades' | 'depth' | 'orders' | 'fills' | 'positions'>('trades')
  const outcome = place?.market.outcomes.find(({ id }) => id === props.outcomeId) ?? place?.market.outcomes[0]

  return (
    <div ref={element} className={`stack gap-6 fills ${styles.replay}`} tabIndex={-1}>
      <ReplayBar player={player}>
        {places.length > 0 && (
          <Select
            className={`field ${styles.market}`}
            aria-label="Market"
            value={place?.market.id ?? ''}
            options={places.map(({ event, market }) => [
              market.id,
              `${event.title}: ${marketTitle(event, market)}`,
            ])}
            onChoose={setMarketId}
          />
        )}
      </ReplayBar>
      {place === undefined || outcome === undefined ? (
        <p className="empty">No market yet at this time. Play, or go to a later time.</p>
      ) : (
        <>
          <GameStrip key={place.event.id} event={place.event} />
          <div className={`flex fills gap-6 ${styles.body}`}>
            <div className={`ladders docked ${styles.ladders}`}>
              {(isPhone ? [outcome] : place.market.outcomes).map((one) => (
                <Ladder
                  key={one.id}
                  event={place.event}
                  market={place.market}
                  outcome={one}
                  isSelected={one.id === outcome.id}
                />
              ))}
            </div>
            <div className={`stack gap-6 ${styles.side}`}>
              <section className={`panel ${styles.chart}`} aria-label="Chart">
                <ChartPanel event={place.event} outcomeId={outcome.id} />
              </section>
              <Tabs shown={tab} onShow={setTab}>
                <section
                  className={`panel ${styles.tabs}`}
                  aria-label="Trades, depth, orders, fills and positions"
                >
                  <header className="panel-head">
                    <TabList
                      label="Trades, depth, orders, fills and positions"
                      tabs={[
                        ['trades', 'Trades'],
                        ['depth', 'Depth'],
                        ['orders', 'Orders'],
                        ['fills', 'Fills'],
                        ['positions', 'Positions'],
                      ]}
                    />
                  </header>
                  <TabPanel className="dock-panel">
                    {tab === 'trades' && (
                      <TradesPanel outcomeId={outcome.id} name={outcome.name} tick={place.market.tickSize} />
                    )}
                    {tab === 'depth' && <DepthPanel market={place.market} outcome={outcome} />}
                    {tab === 'orders' && <OrdersTable />}
                    {tab === 'fills' && <FillsTable />}
                    {tab === 'positions' && <ReplayPositions />}
                  </TabPanel>
                </section>
              </Tabs>
            </div>
          </div>
        </>
      )}
    </div>
  )
}

/** Positions, valued at the books of the replay time. */
function ReplayPositions() {
  const { account, positions } = useAccount()
  const { summary } = useStore(account)
  const { items } = useStore(positions)
  if (summary === null) return <p className="empty">Positions and cash were not recorded then.</p>
  return (
    <>
      <p className="usual pad-8">
        Cash {summary.cash === null ? NONE : showAmount(summary.cash)}, positions{' '}
        {showAmount(summary.positionsValue)} pUSD
      </p>
      <PositionsTable
        positions={items}
        form="compact"
        columns={REPLAY_COLUMNS}
        empty="No positions at that time."
      />
    </>
  )
}

/** Before the keys of the whole page, of which N is one; what has the focus comes first. */
function onReplayKey(event: KeyboardEvent, player: ReplayPlayer): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
  if (keepsKey(event.target, event.key)) return
  const act = replayKey(event.key, player)
  if (act === null) return
  event.preventDefault()
  event.stopPropagation()
  act()
}

/** True if the focused element needs the key itself. */
function keepsKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[role="grid"], input:not([type="range"]), select, textarea') !== null) return true
  if (key === ' ') return target.closest('button, a, summary') !== null
  return key.startsWith('Arrow') && target.matches('[role="tab"], input')
}
