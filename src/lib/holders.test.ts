// Shared things that the first holder opens and the last closes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createHolders } from './holders.ts'

describe('holders', () => {
  test('a key is open exactly while somebody holds it, whatever the order and however often one lets go', () => {
    const turns = fc.array(fc.record({ key: fc.nat(2), isHold: fc.boolean(), which: fc.nat() }))
    fc.assert(
      fc.property(turns, (list) => {
        const open = new Set<number>()
        const holders = createHolders<number>((key) => {
          assert.equal(open.has(key), false)
          open.add(key)
          return () => open.delete(key)
        })
        const releases: { readonly key: number; readonly release: () => void; isHeld: boolean }[] = []
        for (const { key, isHold, which } of list) {
          const chosen = releases[which % Math.max(1, releases.length)]
          if (isHold || chosen === undefined) {
            releases.push({ key, release: holders.hold(key), isHeld: true })
          } else {
            chosen.release()
            chosen.isHeld = false
          }
          for (const one of [0, 1, 2]) {
            const count = releases.filter((held) => held.key === one && held.isHeld).length
            assert.equal(holders.count(one), count)
            assert.equal(open.has(one), count > 0)
          }
          assert.deepEqual(new Set(holders.keys()), open)
        }
      }),
    )
  })
})
