import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ArmReason, Status } from '../platform/api/client.ts'
import { armChecks, canRetry } from './arm-reasons.ts'
import { keyText } from './status-text.ts'

const STATUS: Status = {
  version: '0.1.0',
  tradingEnabled: false,
  mode: 'SAFE',
  liveTrading: true,
  simulated: true,
  paper: false,
  readOnly: false,
  geoblock: {
    blocked: true,
    error: 'timed out',
    checkedAt: null,
    nextCheckAt: Date.parse('2026-11-21T14:02:11.000Z'),
  },
  credentials: {
    state: 'ready',
    reason: null,
    detail: null,
    signerAddress: null,
    walletAddress: null,
    keyListing: 'listed',
    keyWallet: null,
    scopes: ['ALL'],
    validUntil: null,
    nextRetryAt: null,
  },
  account: { closedOnly: false, missingApprovals: [] },
  clockSkewMs: -7_200,
  feeds: [
    {
      name: 'user',
      state: 'down',
      connections: 0,
      subscriptions: 0,
      lastMessageAt: null,
      reconnects: 3,
      detail: 'refused with 503',
      notUnderstood: { count: 0, rows: [] },
    },
  ],
  heartbeat: { enabled: false, healthy: false, lastOkAt: null },
  storageProblem: 'The database in /data cannot be read. Put back a backup.',
  chat: null,
  recording: { mode: 'on', isRecording: true, fault: null, megabytes: 3, since: null },
  startedAt: Date.parse('2026-11-21T14:00:00.000Z'),
  time: Date.parse('2026-11-21T14:01:00.000Z'),
}

const SAFE_AFTER = { orders_unread: 60_000, market_feed_down: 30_000, order_unknown: 150_000 }

/** Text of each reason, and its remedy. */
const SAID: Readonly<Record<ArmReason, readonly [name: string, state: RegExp, fix: RegExp]>> = {
  trading_disabled: ['Live trading', /^off$/, /LIVE_TRADING=true/],
  geoblocked: ['Geographic check', /^blocked here$/, /Rechecked/],
  geoblock_unknown: ['Geographic check', /timed out/, /Next try at 14:02:11 UTC/],
  no_credentials: ['Venue credentials', /./, /doctor/],
  session_key_expired: ['Session key', /^expired$/, /new session key/],
  session_key_not_listed: ['Session key', /^not listed for this wallet$/, /authorise it/],
  wallet_mismatch: ['Wallet and signer', /do not match/, /both addresses/],
  clock_skew: ['Clock', /^7 s apart$/, /time synchronisation/],
  user_feed_down: ['Own orders feed', /^down \(refused with 503\)$/, /reconnects automatically/],
  orders_not_reconciled: ['Open orders read', /^not complete yet$/, /complete read/],
  venue_rate_limited: ['Venue limits', /^orders held$/, /Arming works/],
  loss_limit: ['Loss limit', /^loss limit reached$/, /00:00 UTC/],
  orders_unread: ['Open orders read', /for 60 s$/, /SAFE_ORDERS_UNREAD_SECONDS/],
  market_feed_down: ['Market prices feed', /^not live for 30 s$/, /SAFE_MARKET_FEED_DOWN_SECONDS/],
  order_unknown: ['Unknown orders', /^one for 150 s$/, /SAFE_ORDER_UNKNOWN_SECONDS/],
  audit_unverified: ['Audit log', /^being verified$/, /verifies the whole log/],
  audit_unavailable: ['Audit log', /^cannot be written$/, /Put back a backup/],
}

test('each reason opens one line of the checklist, with its state as text and how to fix it', () => {
  for (const [reason, [name, state, fix]] of Object.entries(SAID)) {
    const failing = armChecks([reason as ArmReason], STATUS, SAFE_AFTER).filter((check) => !check.ok)
    assert.deepEqual(
      failing.map((check) => check.name),
      [name],
    )
    assert.match(failing[0]?.state ?? '', state)
    assert.match(failing[0]?.fix ?? '', fix)
    assert.doesNotMatch(`${failing[0]?.state}${failing[0]?.fix}`, /[a-z]_|undefined|null/)
  }
})

test('what helps with the credentials depends on why there are none', () => {
  const at = Date.parse('2026-11-21T15:00:00.000Z')
  const cases = [
    ['none', null, null, /^none$/, /sesame setup/],
    ['pending', null, at, /^pending$/, /Next try at 15:00:00 UTC/],
    ['failed', 'auth_rejected', at, /auth rejected/, /key and wallet.*15:00:00/],
    ['failed', 'auth_rejected', null, /auth rejected/, /key and wallet.*restart/],
    ['failed', 'geoblocked', null, /geoblocked/, /in this region/],
    ['failed', 'derive_failed', null, /derive failed/, /doctor/],
    ['failed', 'network', at, /network/, /not be reached.*15:00:00/],
  ] as const
  for (const [state, reason, next, said, fix] of cases) {
    const credentials = { ...STATUS.credentials, state, reason, nextRetryAt: next }
    const check = armChecks(['no_credentials'], { ...STATUS, credentials }).find((one) => !one.ok)
    assert.match(check?.state ?? '', said)
    assert.match(check?.fix ?? '', fix)
  }
})

test('without a session key it is not a fault but a way to run: markets only, and how to get further', () => {
  for (const state of ['none', 'ready'] as const) {
    const credentials = { ...STATUS.credentials, state }
    const check = armChecks(['no_credentials'], { ...STATUS, readOnly: true, credentials }).find(
      (one) => !one.ok,
    )
    assert.match(check?.state ?? '', /^no session key: markets only$/)
    assert.match(check?.fix ?? '', /sesame setup.*--paper/)
  }
})

test('credentials can be asked for again when the last attempt ended badly, with a key', () => {
  const on = (state: Status['credentials']['state'], next: number | null, readOnly = false): boolean =>
    canRetry({ ...STATUS, readOnly, credentials: { ...STATUS.credentials, state, nextRetryAt: next } })
  const later = Date.parse('2026-11-20T10:00:00.000Z')
  assert.deepEqual([on('failed', null), on('pending', later), on('failed', later)], [true, true, true])
  assert.deepEqual(
    [on('pending', null), on('ready', null), on('none', null), on('failed', null, true), canRetry(null)],
    [false, false, false, false, false],
  )
})

test('what the venue or the clock says of the credentials is shown as it is', () => {
  const credentials = { ...STATUS.credentials, state: 'pending', detail: 'The clock is wrong.' } as const
  const check = armChecks(['no_credentials'], { ...STATUS, credentials }).find((one) => !one.ok)
  assert.equal(check?.fix, 'The clock is wrong.')
})

test('on paper nothing of an account at the venue is needed', () => {
  const checks = armChecks([], { ...STATUS, paper: true, liveTrading: false })
  const unneeded = checks.filter((check) => check.state === 'not needed on paper').map(({ name }) => name)
  assert.deepEqual(unneeded, ['Live trading', 'Venue credentials', 'Session key', 'Wallet and signer'])
})

test('without word from the terminal nothing is taken for fine', () => {
  assert.ok(armChecks(null, null).every((check) => !check.ok && check.fix !== null))
  assert.ok(armChecks([], STATUS).every((check) => check.ok && check.fix === null))
})

test('a key without a known end is only said to have no end when the venue lists it so', () => {
  const words = (changes: Partial<Status['credentials']>): string =>
    keyText({ ...STATUS, credentials: { ...STATUS.credentials, ...changes } })
  const signer = { signerAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }
  assert.equal(words({ keyListing: 'unread' }), 'none')
  assert.equal(words({ ...signer, keyListing: 'unread' }), 'end not known')
  assert.equal(words(signer), 'no end')
})
