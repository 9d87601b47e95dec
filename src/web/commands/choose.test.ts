import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseStroke, tradingKeys } from './choose.ts'
import { createKeyMap, findCommand } from './key-map.ts'
import { KEY_COMMANDS } from './registry.ts'
import { showStroke } from './strokes.ts'
import { pressed } from './testing/pressed.ts'

const defaults = createKeyMap({}, true)

test('a free key is chosen; chosen, kept and read again it is the same', () => {
  const chosen = chooseStroke(defaults, 'buy', 'y')
  assert.ok(chosen.kind === 'chosen')
  const map = createKeyMap(JSON.parse(JSON.stringify(chosen.choices)), true)
  assert.equal(findCommand(map, 'ladder', pressed('y')), 'buy')
  assert.equal(findCommand(map, 'ladder', pressed('b')), null)
})

test('a key that another command has is named, and taken only when that is asked for', () => {
  const taken = chooseStroke(defaults, 'buy', 's')
  assert.ok(taken.kind === 'taken')
  assert.match(taken.text, /Sell at the cursor/)
  const map = createKeyMap(taken.choices, true)
  assert.deepEqual([map.strokes.buy, map.strokes.sell], [['s'], []])
})

test('taking the first key of sequences takes those that it would end', () => {
  const taken = chooseStroke(defaults, 'combo', 'g')
  assert.ok(taken.kind === 'taken')
  const map = createKeyMap(taken.choices, true)
  assert.deepEqual([map.strokes.combo, map.strokes.go_orders], [['g'], []])
})

test('own keys that trade are named, others and removed ones are not', () => {
  assert.equal(tradingKeys({}), '')
  const named = tradingKeys({
    buy: ['y'],
    exit_walk: ['Shift+f'],
    go_orders: ['z'],
    sell: [],
    nonsense: ['q'],
  })
  assert.equal(
    named,
    ` Own keys that trade: Buy at the cursor: ${showStroke('y')}; Exit at market: ${showStroke('Shift+f')}.`,
  )
})

test('no command takes a key of a command that stops trading, and such a command keeps its own', () => {
  assert.equal(chooseStroke(defaults, 'buy', 'Shift+Backquote').kind, 'refused')
  assert.equal(chooseStroke(defaults, 'combo', 'Shift+s').kind, 'refused')
  assert.equal(chooseStroke(defaults, 'cancel_all', 'F9').kind, 'refused')
  assert.deepEqual(createKeyMap({ cancel_all: [], safe: ['y'] }, true).strokes, defaults.strokes)
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.constantFrom(...KEY_COMMANDS),
          fc.constantFrom('Shift+s', 'Shift+Backquote', 'F9', 'y', 'g'),
        ),
      ),
      (steps) => {
        let map = defaults
        for (const [command, stroke] of steps) {
          const chosen = chooseStroke(map, command.id, stroke)
          if (chosen.kind !== 'refused') map = createKeyMap(chosen.choices, true)
        }
        assert.deepEqual(map.strokes.cancel_all, defaults.strokes.cancel_all)
        assert.deepEqual(map.strokes.safe, defaults.strokes.safe)
      },
    ),
    { numRuns: 60 },
  )
})
