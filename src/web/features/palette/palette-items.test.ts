import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '../../api/wire.ts'
import { matches, MOST_ITEMS, paletteItems } from './palette-items.ts'
import type { Command } from './palette-items.ts'

const command = (title: string, words = ''): Command => ({
  id: title,
  title,
  hint: '',
  words,
  run: () => undefined,
})

const event = (n: number): Event =>
  ({
    id: `pm:${n}`,
    slug: `s${n}`,
    title: `Event ${n}`,
    tags: [],
    markets: [
      { id: `pm:0x${n}`, group_title: 'A', question: 'A?', outcomes: [{ id: `pm:${n}1` }] },
      { id: `pm:0y${n}`, group_title: 'B', question: 'B?', outcomes: [{ id: `pm:${n}2` }] },
    ],
  }) as unknown as Event

test('commands match by the beginnings of their words, in any order', () => {
  const cancelAll = command('Cancel all orders', 'panic')
  assert.ok(matches(cancelAll, 'can all'))
  assert.ok(matches(cancelAll, 'ord CANCEL'))
  assert.ok(matches(cancelAll, 'pan'))
  assert.ok(matches(cancelAll, ''))
  assert.ok(!matches(cancelAll, 'ancel'))
})

test('commands stand before markets, and an event before its markets', () => {
  const items = paletteItems([command('Go SAFE'), command('Audit log')], [event(1)], 'go')
  assert.deepEqual(
    items.map((item) => (item.kind === 'command' ? item.command.title : item.title)),
    ['Go SAFE', 'Event 1', 'A', 'B'],
  )
})

test('no more rows than can be read, however much the server finds', () => {
  const many = Array.from({ length: 40 }, (_, at) => event(at))
  const items = paletteItems([command('Go SAFE')], many, '')
  assert.equal(items.length, MOST_ITEMS)
  assert.equal(new Set(items.map((item) => item.id)).size, MOST_ITEMS)
})
