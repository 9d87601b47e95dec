/** What stands in the way of arming, and how to mend each. */
import type { ArmReason, Status } from '../../api/wire.ts'
import { showAge } from '../../format/times.ts'

export type Check = {
  readonly name: string
  readonly ok: boolean
  readonly state: string
  /** How to mend it; null when it is fine. */
  readonly fix: string | null
}

type Line = {
  readonly name: string
  readonly reasons: readonly ArmReason[]
  readonly state: (status: Status | null) => string
  readonly fix: string
}

const LINES: readonly Line[] = [
  {
    name: 'Live trading',
    reasons: ['trading_disabled'],
    state: (status) => (status === null ? 'not known' : status.live_trading ? 'on' : 'off'),
    fix: 'Set LIVE_TRADING=true and start the terminal again.',
  },
  {
    name: 'Geographic check',
    reasons: ['geoblocked', 'geoblock_unknown'],
    state: (status) => geoText(status),
    fix: 'Trading is open only after the check has said "not blocked". It repeats by itself.',
  },
  {
    name: 'Venue credentials',
    reasons: ['no_credentials'],
    state: (status) => credentialText(status),
    fix: 'Run "sesame doctor"; it says which setting is missing or refused.',
  },
  {
    name: 'Session key',
    reasons: ['session_key_expired'],
    state: (status) => keyText(status),
    fix: 'Create a new session key at the venue and put it into the configuration.',
  },
  {
    name: 'Wallet and signer',
    reasons: ['wallet_mismatch'],
    state: () => 'match',
    fix: 'The venue does not accept this signer for this wallet: check both addresses.',
  },
  {
    name: 'Clock',
    reasons: ['clock_skew'],
    state: (status) =>
      status?.clock_skew_ms === null || status === null
        ? 'not measured'
        : `${showAge(Math.abs(status.clock_skew_ms))} apart`,
    fix: 'The clocks differ by more than 5 s. Switch on time synchronisation on this host.',
  },
  {
    name: 'Own orders feed',
    reasons: ['user_feed_down'],
    state: (status) => feedText(status, 'user'),
    fix: 'The terminal reconnects by itself. Without this feed fills would go unseen.',
  },
  {
    name: 'Open orders read',
    reasons: ['orders_not_reconciled'],
    state: () => 'complete',
    fix: 'Waits for one complete read of open orders and trades; it is repeated by itself.',
  },
  {
    name: 'Audit log',
    reasons: ['audit_unavailable'],
    state: () => 'writable',
    fix: 'The audit log takes no rows; the strip at the top of the page says why and what to do.',
  },
]

/** The checklist of the arm dialog; without a known state every line is open. */
export function armChecks(reasons: readonly ArmReason[] | null, status: Status | null): readonly Check[] {
  return LINES.map((line) => {
    const failing = reasons === null ? undefined : line.reasons.find((reason) => reasons.includes(reason))
    const ok = reasons !== null && failing === undefined
    return {
      name: line.name,
      ok,
      state: ok ? line.state(status) : (failing ?? 'not known').replaceAll('_', ' '),
      fix: ok ? null : line.fix,
    }
  })
}

/** The geographic gate in words. */
export function geoText(status: Status | null): string {
  if (status === null) return 'not known'
  if (status.geoblock.blocked === null) return status.geoblock.error ?? 'not checked yet'
  return status.geoblock.blocked ? 'blocked' : 'ok'
}

/** The credentials' state in words. */
function credentialText(status: Status | null): string {
  if (status === null) return 'not known'
  const { state, reason } = status.credentials
  return reason === null ? state : `${state}: ${reason.replaceAll('_', ' ')}`
}

/** How long the session key is valid. */
export function keyText(status: Status | null): string {
  if (status === null) return 'not known'
  const until = status.credentials.valid_until
  if (until === null) return 'no end'
  const left = Date.parse(until) - Date.parse(status.time)
  return left <= 0 ? 'expired' : `${showAge(left)} left`
}

/** A feed's state in words. */
function feedText(status: Status | null, name: Status['feeds'][number]['name']): string {
  return status?.feeds.find((feed) => feed.name === name)?.state ?? 'not known'
}
