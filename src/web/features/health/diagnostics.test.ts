import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedHealth, Status } from '../../platform/api/client.ts'
import { diagnosticsText } from './diagnostics.ts'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const ADDRESS = '0x12345678901234567890123456789012345678ab'
const STATUS = {
  version: '0.1.0',
  startedAt: Date.parse('2026-11-23T11:58:00.000Z'),
  simulated: false,
  paper: false,
  liveTrading: true,
  geoblock: {
    blocked: false,
    error: null,
    checkedAt: Date.parse('2026-11-23T11:59:00.000Z'),
    nextCheckAt: null,
  },
  credentials: {
    state: 'ready',
    scopes: ['CLOB'],
    signerAddress: ADDRESS,
    walletAddress: ADDRESS,
    validUntil: null,
  },
  heartbeat: { enabled: true, healthy: true, lastOkAt: null },
  clockSkewMs: -12,
} as unknown as Status
const FEED: FeedHealth = {
  name: 'market',
  state: 'stale',
  connections: 1,
  subscriptions: 45,
  lastMessageAt: Date.parse('2026-11-23T11:59:57.000Z'),
  reconnects: 2,
  detail: '1 book frozen',
  notUnderstood: { count: 1, rows: [{ list: 'trades', id: 'abc', reason: 'state GONE' }] },
}

test('what is copied says how each part stands, a line each, with shortened addresses', () => {
  const text = diagnosticsText(
    {
      status: STATUS,
      checks: [{ name: 'Wallet and signer', ok: false, state: `signer is ${ADDRESS}`, fix: null }],
      feeds: [FEED],
      link: { state: 'live', roundTripMs: 4, gaps: 1 },
      browser: 'Browser 1',
    },
    NOW,
  )
  const lines = text.split('\n')
  assert.equal(lines[0], 'Sesame 0.1.0, 2026-11-23T12:00:00.000Z')
  for (const line of [
    'running for 2 m',
    'live trading: on',
    'geographic check: 2026-11-23T11:59:00.000Z, next not planned',
    'credentials: ready (CLOB), valid until no end',
    'clock difference: -12 ms',
    'signer 0x1234\u202678ab, wallet 0x1234\u202678ab',
    'FAIL  Wallet and signer: signer is 0x1234\u202678ab',
    'market: stale, received 3 s ago, 1 connections, 45 subscriptions, 2 reconnects, 1 book frozen',
    '  trades abc: state GONE',
    'browser link: live, round trip 4 ms, gaps 1',
    'browser: Browser 1',
  ]) {
    assert.ok(lines.includes(line), `${line}\n${text}`)
  }
  assert.doesNotMatch(text, new RegExp(ADDRESS))
})

test('before the terminal has said anything it is still text', () => {
  const text = diagnosticsText(
    { status: null, checks: [], feeds: [], link: { state: 'lost', roundTripMs: null, gaps: 0 }, browser: '' },
    NOW,
  )
  assert.match(text, /^Sesame of unknown version/)
})
