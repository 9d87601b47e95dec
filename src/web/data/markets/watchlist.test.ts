import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { err, ok } from '#lib/result.ts'
import type { Client } from '../../platform/api/client.ts'
import type { Decoded } from '../../platform/api/answers.ts'
import { createWatch, moved, toggled } from './watchlist.ts'

test('moving keeps every outcome once and stops at the ends', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(), { minLength: 1 }),
      fc.nat(),
      fc.integer({ min: -5, max: 5 }),
      (ids, at, by) => {
        const from = at % ids.length
        const id = ids[from] ?? ''
        const next = moved(ids, id, by)
        assert.deepEqual(next.toSorted(), ids.toSorted())
        assert.equal(next.indexOf(id), Math.min(ids.length - 1, Math.max(0, from + by)))
      },
    ),
  )
})

test('a star put on and taken off leaves the list as it was', () => {
  assert.deepEqual(toggled(toggled(['a', 'b'], 'c'), 'c'), ['a', 'b'])
})

/** A server that keeps lists; `hold` makes answers wait until they are released. */
function fakeServer(kept: Decoded<'readWatchlist'>) {
  const server = { kept, isRefusing: false, writes: 0 }
  let release: (() => void) | null = null
  const hold = () => new Promise<void>((resolve) => (release = resolve))
  let gate: Promise<void> | null = null
  const call = async (name: string, input: { readonly body?: Decoded<'readWatchlist'> }) => {
    if (name === 'readWatchlist') return ok(server.kept)
    server.writes += 1
    if (gate !== null) await gate
    if (server.isRefusing) return err({ kind: 'network' as const })
    if (input.body !== undefined) server.kept = input.body
    return ok(server.kept)
  }
  return {
    server,
    client: { call: call as Client['call'] },
    stop: () => {
      gate = hold()
    },
    go: () => {
      gate = null
      release?.()
    },
  }
}

const ALONE = { onNews: () => undefined, onWritten: () => undefined }
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
const list = (...ids: string[]): Decoded<'readWatchlist'> => ({
  lists: [{ name: 'Watchlist', outcomeIds: ids }],
})

test('a star of another page is taken over and not written away; not while a change of its own is being written', async () => {
  const { server, client, stop, go } = fakeServer(list('pm:1'))
  const pages: (() => void)[] = []
  const open = () =>
    createWatch(client, assert.fail, {
      onNews: (task) => void pages.push(task),
      onWritten() {
        for (const page of pages) page()
      },
    })
  const [one, other] = [open(), open()]
  await one.read()
  await other.read()
  one.toggle('pm:2')
  await settled()
  assert.deepEqual(other.state.get().ids, ['pm:1', 'pm:2'])
  other.toggle('pm:3')
  await settled()
  assert.deepEqual(server.kept, list('pm:1', 'pm:2', 'pm:3'))

  stop()
  one.toggle('pm:4')
  for (const page of pages) page()
  await settled()
  assert.deepEqual(one.state.get().ids, ['pm:1', 'pm:2', 'pm:3', 'pm:4'])
  go()
  await settled()
  assert.deepEqual(other.state.get().ids, ['pm:1', 'pm:2', 'pm:3', 'pm:4'])
})

test('changes during a write are written once more, as they are', async () => {
  const { server, client, stop, go } = fakeServer(list('pm:1'))
  const watch = createWatch(client, assert.fail, ALONE)
  await watch.read()
  stop()
  watch.toggle('pm:2')
  await settled()
  watch.toggle('pm:3')
  watch.move('pm:3', -2)
  assert.deepEqual(watch.state.get().ids, ['pm:3', 'pm:1', 'pm:2'])
  go()
  await settled()
  assert.equal(server.writes, 2)
  assert.deepEqual(server.kept, list('pm:3', 'pm:1', 'pm:2'))
})

test('several kept lists are one, each outcome once, from the first change on also at the server', async () => {
  const lists = ['pm:1 pm:2', 'pm:2 pm:3'].map((ids) => ({ name: ids, outcomeIds: ids.split(' ') }))
  const { server, client } = fakeServer({ lists })
  const watch = createWatch(client, assert.fail, ALONE)
  await watch.read()
  assert.deepEqual([watch.state.get().ids, server.writes], [['pm:1', 'pm:2', 'pm:3'], 0])
  watch.toggle('pm:1')
  await settled()
  assert.deepEqual(server.kept, list('pm:2', 'pm:3'))
})

test('a refused write is reported, and the list is the server’s again', async () => {
  const { server, client } = fakeServer(list('pm:1'))
  const faults: string[] = []
  const watch = createWatch(client, (text) => faults.push(text), ALONE)
  await watch.read()
  server.isRefusing = true
  watch.toggle('pm:2')
  await settled()
  assert.equal(faults.length, 1)
  assert.deepEqual(watch.state.get().ids, ['pm:1'])
})

test('nothing changes before the list has been read: an empty page never overwrites a kept list', () => {
  const { server, client } = fakeServer(list('pm:1'))
  createWatch(client, assert.fail, ALONE).toggle('pm:2')
  assert.equal(server.writes, 0)
})
