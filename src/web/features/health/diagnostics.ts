/** The health page as plain text, for a support request: no secret is in it, and addresses are shortened. */
import { NO_UNREAD_ROWS } from '#core/unread-rows.ts'
import type { FeedHealth, Status } from '../../platform/api/client.ts'
import { showAge, writtenTime } from '../../platform/format/figures.ts'
import type { Check } from '../../words/arm-reasons.ts'

export type Health = {
  readonly status: Status | null
  readonly checks: readonly Check[]
  readonly feeds: readonly FeedHealth[]
  readonly link: { readonly state: string; readonly roundTripMs: number | null; readonly gaps: number }
  /** Name of the browser by its own word. */
  readonly browser: string
}

/**
 * One fact a line.
 *
 * @param now  milliseconds since the epoch
 */
export function diagnosticsText({ status, checks, feeds, link, browser }: Health, now: number): string {
  return [
    `Sesame ${status?.version ?? 'of unknown version'}, ${new Date(now).toISOString()}`,
    ...(status === null ? [] : statusLines(status, now)),
    '',
    ...checks.map(({ name, ok, state }) => `${ok ? 'ok  ' : 'FAIL'}  ${name}: ${state}`),
    '',
    ...feeds.map((feed) => feedLine(feed, now)),
    `browser link: ${link.state}, round trip ${link.roundTripMs ?? '?'} ms, gaps ${link.gaps}`,
    `browser: ${browser}`,
  ]
    .map(shortened)
    .join('\n')
}

function statusLines(status: Status, now: number): readonly string[] {
  const { geoblock, credentials, heartbeat } = status
  return [
    `running for ${showAge(now - status.startedAt)}`,
    `venue: ${status.simulated ? 'simulated' : 'real'}${status.paper ? ', orders on paper' : ''}`,
    `live trading: ${status.liveTrading ? 'on' : 'off'}`,
    `geographic check: ${isoOr(geoblock.checkedAt, 'never')}, next ${isoOr(geoblock.nextCheckAt, 'not planned')}`,
    `credentials: ${credentials.state} (${credentials.scopes.join(', ')}), valid until ${isoOr(credentials.validUntil, 'no end')}`,
    `signer ${credentials.signerAddress ?? 'none'}, wallet ${credentials.walletAddress ?? 'none'}`,
    `heartbeat: ${heartbeat.enabled ? (heartbeat.healthy ? 'healthy' : 'failing') : 'off'}`,
    `clock difference: ${status.clockSkewMs === null ? 'not measured' : `${status.clockSkewMs} ms`}`,
  ]
}

function feedLine(feed: FeedHealth, now: number): string {
  const received =
    feed.lastMessageAt === null ? 'nothing received' : `received ${showAge(now - feed.lastMessageAt)} ago`
  const counts = `${feed.connections} connections, ${feed.subscriptions} subscriptions, ${feed.reconnects} reconnects`
  const { rows } = feed.notUnderstood ?? NO_UNREAD_ROWS
  const unread = rows.map(({ list, id, reason }) => `\n  ${list} ${id ?? 'without an id'}: ${reason}`)
  return `${feed.name}: ${feed.state}, ${received}, ${counts}${feed.detail === null ? '' : `, ${feed.detail}`}${unread.join('')}`
}

function isoOr(at: number | null, none: string): string {
  return at === null ? none : writtenTime(at)
}

/** Addresses and hashes say who trades: their ends are enough to tell two apart. */
function shortened(line: string): string {
  return line.replaceAll(/0x([0-9a-fA-F]{4})[0-9a-fA-F]{12,}([0-9a-fA-F]{4})/g, '0x$1\u2026$2')
}
