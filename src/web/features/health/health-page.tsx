/** Health: every check with its state, its value and what to do about it. */
import { addressOf } from '../../platform/api/client.ts'
import type { FeedHealth, Status } from '../../platform/api/client.ts'
import { showAge, showDay, showLocal } from '../../platform/format/figures.ts'
import type { Link as LiveLink } from '../../platform/live/socket.ts'
import { useNow, useStore } from '../../platform/state/hooks.ts'
import { useMarketData, usePage, useTrading } from '../../contexts/contexts.ts'
import { textColumn } from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { Checks } from '../../widgets/checks.tsx'
import { Fact as NamedFact, Page, Panel } from '../../ui/controls.tsx'
import { chatText } from '../../words/chat-text.ts'
import { armChecks, walletText } from '../../words/arm-reasons.ts'
import { RetryCredentials } from '../../widgets/retry-credentials.tsx'
import { CopyDiagnostics } from './copy-diagnostics.tsx'
import { DoctorPanel } from './doctor-panel.tsx'
import { RecordingPanel } from './recording-panel.tsx'
import { UnreadRows } from './unread-rows.tsx'
import styles from './health.module.css'

type FeedsProps = {
  readonly feeds: readonly FeedHealth[]
  readonly link: LiveLink
  readonly now: number
}

/** The health page. */
export function HealthPage() {
  const { live } = usePage()
  const status = useStore(usePage().status)
  const trading = useStore(useTrading().trading)
  const feeds = useStore(useMarketData().feeds)
  const link = useStore(live.link)
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
        <CopyDiagnostics health={{ status, checks, feeds, link }} />
      </header>
      <Conditions checks={checks} />
      <DoctorPanel />
      <Feeds feeds={feeds} link={link} now={now} />
      <UnreadRows feeds={feeds} />
      {status !== null && <RecordingPanel status={status} />}
      {status !== null && <Details status={status} />}
      <p className="page-note dim">
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

function Conditions({ checks }: { readonly checks: ReturnType<typeof armChecks> }) {
  return (
    <Panel title="Conditions for trading">
      <Checks checks={checks} className={styles.wideChecks} />
    </Panel>
  )
}

function Feeds({ feeds, link, now }: FeedsProps) {
  return (
    <Panel title="Feeds">
      <DataTable
        name="feeds"
        columns={FEED_COLUMNS}
        rows={feedRows(feeds, link, now)}
        keyOf={({ name }) => name}
      />
    </Panel>
  )
}

type FeedRow = {
  readonly name: string
  readonly state: string
  readonly look: string
  readonly connections: number
  /** Null for what the link to this page has none of. */
  readonly subscriptions: number | null
  readonly ageText: string
  readonly reconnects: number | null
  readonly detail: string
}

/** The feeds, and the link of this page behind them. */
function feedRows(feeds: FeedsProps['feeds'], link: FeedsProps['link'], now: number): readonly FeedRow[] {
  const ageText = (at: number | null) => (at === null ? '\u2013' : `${showAge(now - at)} ago`)
  return [
    ...feeds.map((feed) => ({
      name: feed.name,
      state: feed.state,
      look: feed.state === 'live' ? 'ok' : feed.state === 'off' ? 'dim' : 'danger strong',
      connections: feed.connections,
      subscriptions: feed.subscriptions,
      ageText: ageText(feed.lastMessageAt),
      reconnects: feed.reconnects,
      detail: feed.detail ?? '',
    })),
    {
      name: 'browser link',
      state: link.state,
      look: link.state === 'live' ? 'ok' : 'danger strong',
      connections: 1,
      subscriptions: null,
      ageText: ageText(link.receivedAt),
      reconnects: null,
      detail: `round trip ${link.roundTripMs ?? '\u2013'} ms, ${link.gaps} gaps`,
    },
  ]
}

const NUMBER = { className: 'num extra' } as const

const FEED_COLUMNS: readonly Column<FeedRow>[] = [
  textColumn('feed', 'Feed', ({ name }) => name, { isRowHead: true }),
  textColumn('state', 'State', ({ state }) => state, {
    isFixed: true,
    cellProps: ({ look }) => ({ className: look }),
  }),
  textColumn('connections', 'Connections', ({ connections }) => connections, NUMBER),
  textColumn('subscriptions', 'Subscriptions', ({ subscriptions }) => subscriptions, NUMBER),
  { id: 'last-message', head: 'Last message', className: 'num', cell: ({ ageText }) => ageText },
  textColumn('reconnects', 'Reconnects', ({ reconnects }) => reconnects, NUMBER),
  { id: 'detail', head: 'Detail', className: 'wide dim', isFixed: true, cell: ({ detail }) => detail },
]

function Details({ status }: { readonly status: Status }) {
  return (
    <Panel title="Details">
      <dl className="facts">
        <Fact name="Venue" value={status.simulated ? 'simulated' : 'real'} />
        {status.paper && <Fact name="Orders" value="on paper: none is ever sent" />}
        <Fact
          name="Live trading"
          value={status.liveTrading ? 'on' : status.paper ? 'no part on paper' : 'off'}
        />
        <Fact
          name="Geographic check"
          value={
            status.geoblock.checkedAt === null
              ? 'not checked yet'
              : `checked ${showLocal(status.geoblock.checkedAt, true)}`
          }
          more={
            status.geoblock.nextCheckAt === null ? '' : `next ${showLocal(status.geoblock.nextCheckAt, true)}`
          }
        />
        <Fact
          name="Credentials"
          value={status.credentials.state}
          more={status.credentials.detail ?? status.credentials.scopes.join(', ').toLowerCase()}
        />
        <Fact name="Signer" value={status.credentials.signerAddress ?? 'none'} isCode />
        <Fact name="Wallet" value={status.credentials.walletAddress ?? 'none'} isCode />
        {status.credentials.keyWallet !== null && (
          <Fact name="Wallet of the session key" value={status.credentials.keyWallet} isCode />
        )}
        <Fact name="Wallet and session key" value={walletText(status)} />
        <Fact name="Approvals" value={approvalText(status)} />
        <Fact
          name="Closed-only mode"
          value={
            status.account.closedOnly === null
              ? 'not known'
              : status.account.closedOnly
                ? 'on: the venue takes only orders that close positions'
                : 'off'
          }
        />
        <Fact
          name="Session key valid until"
          value={status.credentials.validUntil === null ? 'no end' : showDay(status.credentials.validUntil)}
        />
        <Fact
          name="Dead-man heartbeat"
          value={
            status.heartbeat.enabled ? (status.heartbeat.healthy ? 'on, healthy' : 'on, failing') : 'off'
          }
        />
        <Fact name="Chat" value={chatText(status.chat)} />
        <Fact
          name="Clock difference"
          value={status.clockSkewMs === null ? 'not measured' : `${status.clockSkewMs} ms`}
        />
      </dl>
      <RetryCredentials />
    </Panel>
  )
}

function Fact(props: {
  readonly name: string
  readonly value: string
  readonly more?: string
  readonly isCode?: boolean
}) {
  return (
    <NamedFact name={props.name} className={props.isCode === true ? 'mono cut' : ''}>
      {props.value} <span className="dim">{props.more ?? ''}</span>
    </NamedFact>
  )
}
