import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '../../platform/api/client.ts'
import { grouped, MAX_ITEMS, paletteItems } from './palette-items.ts'
import type { PaletteItem } from './palette-items.ts'

const named = (title: string, words = '', group: PaletteItem['group'] = 'Commands'): PaletteItem => ({
  id: title,
  group,
  title,
  words,
  run: () => undefined,
})

const nowhere = (): void => undefined

const event = (n: number): Event =>
  ({
    id: `pm:${n}`,
    slug: `s${n}`,
    title: `Event ${n}`,
    tags: [],
    markets: [
      { id: `pm:0x${n}`, groupTitle: 'A', question: 'A?', outcomes: [{ id: `pm:${n}1`, name: 'Yes' }] },
      { id: `pm:0y${n}`, groupTitle: 'B', question: 'B?', outcomes: [{ id: `pm:${n}2`, name: 'Yes' }] },
    ],
  }) as unknown as Event

test('commands match by the beginnings of their words, in any order', () => {
  const cancelAll = named('Cancel all orders', 'panic', 'Cancel')
  const matches = (item: PaletteItem, typed: string) => paletteItems([item], [], typed, nowhere).length === 1
  assert.ok(matches(cancelAll, 'can all'))
  assert.ok(matches(cancelAll, 'ord CANCEL'))
  assert.ok(matches(cancelAll, 'pan'))
  assert.ok(matches(cancelAll, ''))
  assert.ok(!matches(cancelAll, 'ancel'))
})

test('commands stand before markets, and an event before its markets', () => {
  const items = paletteItems([named('Go SAFE'), named('Audit log')], [event(1)], 'go', nowhere)
  assert.deepEqual(
    items.map(({ title }) => title),
    ['Go SAFE', 'Event 1', 'A', 'B'],
  )
})

test('no more rows than can be read, however much the server finds', () => {
  const many = Array.from({ length: 40 }, (_, at) => event(at))
  const items = paletteItems([named('Go SAFE')], many, '', nowhere)
  assert.equal(items.length, MAX_ITEMS)
  assert.equal(new Set(items.map((item) => item.id)).size, MAX_ITEMS)
})

test('groups have one order, each once', () => {
  const commands = [named('Cancel all', '', 'Cancel'), named('Open Trade', '', 'Pages')]
  const shown = (typed: string) =>
    grouped(paletteItems(commands, [event(1)], typed, nowhere)).map(({ group, items }) => [
      group,
      items.length,
    ])
  assert.deepEqual(shown(''), [
    ['Pages', 1],
    ['Cancel', 1],
    ['Markets', 3],
  ])
  assert.deepEqual(shown('t'), [
    ['Pages', 1],
    ['Markets', 3],
  ])
})

test('an outcome is found by its own name and leads to itself', () => {
  const game = {
    ...event(1),
    markets: [
      {
        id: 'pm:0x1',
        question: 'Who?',
        outcomes: [
          { id: 'pm:7', name: 'Harbour Foxes' },
          { id: 'pm:8', name: 'No' },
        ],
      },
    ],
  } as unknown as Event
  const opened: string[] = []
  const items = paletteItems([], [game], 'fox', (address) => void opened.push(address))
  for (const { run } of items) run()
  assert.deepEqual(
    items.map(({ title }) => title),
    ['Event 1', 'Harbour Foxes'],
  )
  assert.deepEqual(opened, ['/event/s1?outcome=7', '/event/s1?outcome=7'])
})
