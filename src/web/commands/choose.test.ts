import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseStroke, tradingKeys } from './choose.ts'
import { createKeyMap, findCommand } from './key-map.ts'
import { KEY_COMMANDS } from './registry.ts'
import type { CommandId } from './registry.ts'
import { showStroke } from './strokes.ts'
import { pressed } from './testing/pressed.ts'

const defaults = createKeyMap({}, true)

test('a free key is chosen; chosen, kept and read again it is the same', () => {
  const chosen = chooseStroke(defaults, 'buy', 'y')
  assert.ok(chosen.ok)
  const map = createKeyMap(JSON.parse(JSON.stringify(chosen.value)), true)
  assert.equal(findCommand(map, 'ladder', pressed('y')), 'buy')
  assert.equal(findCommand(map, 'ladder', pressed('b')), null)
})

test('a key that another command has stays with it and is named, also one that would end its sequences', () => {
  const refused = (id: CommandId, stroke: string) => {
    const chosen = chooseStroke(defaults, id, stroke)
    return chosen.ok ? '' : chosen.error
  }
  assert.match(refused('buy', 's'), /is used by: Sell at the cursor/)
  assert.match(refused('combo', 'g'), /is used by: /)
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
    ` Custom keys that trade: Buy at the cursor: ${showStroke('y')}; Exit at market: ${showStroke('Shift+f')}.`,
  )
})

test('no command takes a key of a command that stops trading, and such a command keeps its own', () => {
  assert.equal(chooseStroke(defaults, 'buy', 'Shift+Backquote').ok, false)
  assert.equal(chooseStroke(defaults, 'combo', 'Shift+s').ok, false)
  assert.equal(chooseStroke(defaults, 'cancel_all', 'F9').ok, false)
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
          if (chosen.ok) map = createKeyMap(chosen.value, true)
        }
        assert.deepEqual(map.strokes.cancel_all, defaults.strokes.cancel_all)
        assert.deepEqual(map.strokes.safe, defaults.strokes.safe)
      },
    ),
    { numRuns: 60 },
  )
})
