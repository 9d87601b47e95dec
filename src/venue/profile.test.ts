/** Profiles: defaults, and every rule about addresses. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseProfile } from './profile.ts'
import { testProfileJson } from './testing/venue.ts'

const PUBLIC = {
  clob: 'https://book.venue.example',
  catalog: 'https://catalog.venue.example',
  data: 'https://data.venue.example',
  combos: 'https://combos.venue.example',
  geoblock: 'https://venue.example/api/geoblock',
  ws_market: 'wss://ws.venue.example/ws/market',
  ws_user: 'wss://ws.venue.example/ws/user',
  ws_sports: 'wss://sports.venue.example/ws',
}

function problems(
  urls: Readonly<Record<string, string>>,
  base: Readonly<Record<string, string>> = PUBLIC,
): readonly string[] {
  const read = parseProfile(testProfileJson('http://127.0.0.1:1', { ...base, ...urls }))
  return read.ok ? [] : read.error
}

describe('a venue profile', () => {
  test('has neutral defaults and knows whether it is on this host', () => {
    const local = parseProfile(testProfileJson('http://127.0.0.1:1'))
    assert.ok(local.ok)
    assert.equal(local.value.loopback, true)
    assert.deepEqual(
      [local.value.headerPrefix, local.value.exchangeDomain, local.value.authDomain],
      ['VENUE', 'Venue CTF Exchange', 'ClobAuthDomain'],
    )
    const remote = parseProfile(testProfileJson('http://127.0.0.1:1', PUBLIC))
    assert.equal(remote.ok && remote.value.loopback, false)
  })

  const wrong: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['plain http to a public host', { clob: 'http://book.venue.example' }],
    ['plain ws to a public host', { ws_user: 'ws://ws.venue.example/ws/user' }],
    ['another protocol', { catalog: 'ftp://catalog.venue.example' }],
    ['a user', { data: 'https://me:secret@data.venue.example' }],
    ['a fragment', { ws_market: 'wss://ws.venue.example/ws#x' }],
    ['a path where an origin belongs', { clob: 'https://book.venue.example/v2' }],
    ['a mix of loopback and public', { data: 'http://127.0.0.1:1' }],
    ['a geographic check of another domain', { geoblock: 'https://elsewhere.example/api/geoblock' }],
    ['a geographic check on loopback only', { geoblock: 'http://127.0.0.1:1/geoblock' }],
    [
      'a geographic check of another domain behind dots at the end',
      { clob: 'https://book.venue.com.', geoblock: 'https://elsewhere.com./api/geoblock' },
    ],
    ['a dot at the end of one name', { ws_sports: 'wss://sports.venue.example./ws' }],
    ['an empty part of a name', { data: 'https://data..venue.example' }],
    ['a chat service on loopback', { chat: 'http://127.0.0.1:1' }],
    ['no URL', { clob: 'nonsense' }],
  ]
  for (const [name, urls] of wrong) {
    test(`INV-39 is refused with ${name}`, () => {
      assert.ok(problems(urls).length > 0)
    })
  }

  test('a shared country suffix is no common domain', () => {
    const base = Object.fromEntries(
      Object.entries(PUBLIC).map(([name, url]) => [name, url.replace('venue.example', 'venue.co.uk')]),
    )
    assert.deepEqual(problems({}, base), [])
    assert.ok(problems({ geoblock: 'https://other.co.uk/api' }, base).length > 0)
  })

  test('INV-43 problems name settings and never show a value', () => {
    const found = problems({ clob: 'https://me:hunter2@book.venue.example' })
    assert.deepEqual(found, ['urls.clob must not hold a user'])
    const malformed = parseProfile({
      ...testProfileJson('http://127.0.0.1:1'),
      contracts: { ctf_exchange_v2: 'hunter2' },
    })
    assert.ok(!malformed.ok && !malformed.error.join().includes('hunter2'))
  })
})
