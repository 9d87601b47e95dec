/** Health: every check with its state, its value and what to do about it. */
import { NO_UNREAD_ROWS } from '#core/unread-rows.ts'
import { addressOf } from '../../platform/api/client.ts'
import type { FeedHealth, Status } from '../../platform/api/client.ts'
import { showAge, showDay, showLocal } from '../../platform/format/figures.ts'
import { useNow, useStore } from '../../platform/state/hooks.ts'
import { useMarketData, usePage, useTrading } from '../../contexts/contexts.ts'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { Checks } from '../../widgets/checks.tsx'
import { Page, Fact, Panel } from '../../ui/controls.tsx'
import { chatText } from '../../words/status-text.ts'
import { armChecks, walletText } from '../../words/arm-reasons.ts'
import { RetryCredentials } from '../../widgets/retry-credentials.tsx'
import { DoctorPanel } from './doctor-panel.tsx'
import { RecordingPanel } from './recording-panel.tsx'
import { textColumn } from '../../widgets/data-table/columns.tsx'

export function HealthPage() {
  const status = useStore(usePage().status)
  const trading = useStore(useTrading().trading)
  const feeds = useStore(useMarketData().feeds)
  const now = useNow()
  const checks = armChecks(trading?.reasons ?? null, status, trading?.safeAfter)
  return (
    <Page className="health" isScrolled>
      <header className="page-head">
        <h1>Health</h1>
        <span className="soft">
          Sesame {status?.version ?? ''}
          {status === null ? '' : `, running for ${showAge(now - status.startedAt)}`}
        </span>
        <a href={addressOf('readOpenApi', {})} target="_blank" rel="noreferrer">
          OpenAPI
        </a>
      </header>
      <Panel title="Conditions for trading">
        <Checks checks={checks} />
      </Panel>
      <DoctorPanel />
      <Feeds feeds={feeds} />
      <UnreadRows feeds={feeds} />
      {status !== null && <RecordingPanel status={status} />}
      {status !== null && <Details status={status} />}
      <p className="rigid fine dim pad-10">
        Charts: TradingView Lightweight Charts{'\u2122'}, copyright (c) 2025 TradingView, Inc., Apache License
        2.0,{' '}
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          tradingview.com
        </a>
        . All parts:{' '}
        <a href="/third-party-notices.txt" target="_blank" rel="noreferrer">
          third-party notices
        </a>
      </p>
    </Page>
  )
}

function approvalText({ account: { missingApprovals: missing } }: Status): string {
  if (missing === null) return 'not known'
  return missing.length === 0 ? 'given' : `missing: ${missing.join(', ')}`
}

type FeedRow = Pick<FeedHealth, 'detail' | 'lastMessageAt' | 'connections'> & {
  readonly name: string
  readonly state: string
  /** Null for the browser link, which has none. */
  readonly subscriptions: number | null
  readonly reconnects: number | null
}

/** The feeds, and the link of this page behind them. */
function Feeds({ feeds }: { readonly feeds: readonly FeedHealth[] }) {
  const { state, receivedAt, roundTripMs, gaps } = useStore(usePage().live.link)
  const link: FeedRow = {
    name: 'browser link',
    state,
    connections: 1,
    subscriptions: null,
    lastMessageAt: receivedAt,
    reconnects: null,
    detail: `round trip ${roundTripMs ?? '\u2013'} ms, ${gaps} gaps`,
  }
  return (
    <Panel title="Feeds">
      <DataTable name="feeds" columns={FEED_COLUMNS} rows={[...feeds, link]} keyOf={({ name }) => name} />
    </Panel>
  )
}

function Ago({ at }: { readonly at: number | null }) {
  const now = useNow()
  return at === null ? '\u2013' : `${showAge(now - at)} ago`
}

const NUMBER = { className: 'num extra' } as const

const FEED_COLUMNS: readonly Column<FeedRow>[] = [
  textColumn('feed', 'Feed', ({ name }) => name, { isRowHead: true }),
  textColumn('state', 'State', ({ state }) => state, {
    isFixed: true,
    cellProps: ({ state }) => ({
      className: state === 'live' ? 'ok' : state === 'off' ? 'dim' : 'danger strong',
    }),
  }),
  textColumn('connections', 'Connections', ({ connections }) => connections, NUMBER),
  textColumn('subscriptions', 'Subscriptions', ({ subscriptions }) => subscriptions, NUMBER),
  {
    id: 'last-message',
    head: 'Last message',
    className: 'num',
    cell: ({ lastMessageAt }) => <Ago at={lastMessageAt} />,
  },
  textColumn('reconnects', 'Reconnects', ({ reconnects }) => reconnects, NUMBER),
  { id: 'detail', head: 'Detail', className: 'dim', isFixed: true, cell: ({ detail }) => detail },
]

type FactRow = readonly [name: string, value: string, more?: string]

function factsOf(status: Status): readonly FactRow[] {
  const { geoblock, credentials, account, heartbeat, simulated, paper, liveTrading, clockSkewMs } = status
  return [
    ['Venue', simulated ? 'simulated' : 'real'],
    ...(paper ? [['Orders', 'on paper: none is ever sent'] as const] : []),
    ['Live trading', liveTrading ? 'on' : paper ? 'no part on paper' : 'off'],
    [
      'Geographic check',
      geoblock.checkedAt === null ? 'not checked yet' : `checked ${showLocal(geoblock.checkedAt, true)}`,
      geoblock.nextCheckAt === null ? '' : `next ${showLocal(geoblock.nextCheckAt, true)}`,
    ],
    ['Credentials', credentials.state, credentials.detail ?? credentials.scopes.join(', ').toLowerCase()],
    ['Signer', credentials.signerAddress ?? 'none'],
    ['Wallet', credentials.walletAddress ?? 'none'],
    ...(credentials.keyWallet === null
      ? []
      : [['Wallet of the session key', credentials.keyWallet] as const]),
    ['Wallet and session key', walletText(status)],
    ['Approvals', approvalText(status)],
    [
      'Closed-only mode',
      account.closedOnly === null
        ? 'not known'
        : account.closedOnly
          ? 'on: the venue takes only orders that close positions'
          : 'off',
    ],
    ['Session key valid until', credentials.validUntil === null ? 'no end' : showDay(credentials.validUntil)],
    ['Dead-man heartbeat', heartbeat.enabled ? (heartbeat.healthy ? 'on, healthy' : 'on, failing') : 'off'],
    ['Chat', chatText(status.chat)],
    ['Clock difference', clockSkewMs === null ? 'not measured' : `${clockSkewMs} ms`],
  ]
}

function Details({ status }: { readonly status: Status }) {
  return (
    <Panel title="Details">
      <dl className="facts">
        {factsOf(status).map(([name, value, more = '']) => (
          <Fact key={name} name={name} className={value.startsWith('0x') ? 'mono cut' : ''}>
            {value} <span className="dim">{more}</span>
          </Fact>
        ))}
      </dl>
      <RetryCredentials />
    </Panel>
  )
}

/** Nothing while every row is understood. */
function UnreadRows({ feeds }: { readonly feeds: readonly FeedHealth[] }) {
  const count = feeds.reduce((sum, feed) => sum + (feed.notUnderstood?.count ?? 0), 0)
  if (count === 0) return null
  return (
    <Panel
      title="Unreadable rows"
      head={<span className="soft">{count} in the venue's last answers; all other rows are shown</span>}
    >
      <DataTable name="unread-rows" columns={UNREAD_COLUMNS} rows={rowsOf(feeds)} keyOf={({ key }) => key} />
    </Panel>
  )
}

type UnreadRow = ReturnType<typeof rowsOf>[number]

function rowsOf(feeds: readonly FeedHealth[]) {
  return feeds.flatMap(({ name, notUnderstood: { rows, count } = NO_UNREAD_ROWS }) => [
    ...rows.map(({ list, id, reason }, index) => ({ key: `${name} ${index}`, list, id, reason })),
    ...(count > rows.length
      ? [{ key: `${name} more`, list: name, id: '\u2013', reason: `and ${count - rows.length} more` }]
      : []),
  ])
}

const UNREAD_COLUMNS: readonly Column<UnreadRow>[] = [
  textColumn('list', 'List', ({ list }) => list, { isRowHead: true }),
  textColumn('id', 'Id', ({ id }) => id, { className: 'mono', cell: ({ id }) => id ?? 'none' }),
  textColumn('reason', 'What is wrong', ({ reason }) => reason, { className: 'wide dim', isFixed: true }),
]
