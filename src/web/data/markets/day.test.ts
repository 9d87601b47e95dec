import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import type { Client } from '../../platform/api/client.ts'
import { createQueries } from '../../platform/api/queries.ts'
import { err, ok } from '#lib/result.ts'
import { dayOf } from './day.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function build() {
  const queries = createQueries()
  const reads: { readonly id: string; readonly answer: (prices: readonly string[] | null) => void }[] = []
  const call = (_name: string, { params }: { readonly params: { readonly outcomeId: string } }) =>
    new Promise((resolve) => {
      const answer = (prices: readonly string[] | null) => {
        const points = prices?.map((price, at) => ({ at: at * 30 * 60_000, price }))
        resolve(
          points === undefined ? err({ kind: 'network' }) : ok({ interval: '1d', fidelity: 30, points }),
        )
      }
      reads.push({ id: params.outcomeId, answer })
    })
  const client = { call } as unknown as Client
  const show = (id: string) => new QueryObserver(queries, dayOf(client, id)).subscribe(() => undefined)
  const day = (id: string) => queries.getQueryState(dayOf(client, id).queryKey)
  return { show, day, reads, asked: () => reads.map(({ id }) => id) }
}

test('two days are read at a time, and rows that left the view before their turn are not read at all', async (context) => {
  const { show, day, reads, asked } = build()
  const leave = ['a', 'b', 'c', 'd'].map(show)
  context.after(() => leave.forEach((stop) => stop()))
  await settled()
  assert.deepEqual(asked(), ['a', 'b'])
  leave[2]?.()
  reads[0]?.answer(['0.4', '0.45', '0.5'])
  await settled()
  assert.deepEqual(asked(), ['a', 'b', 'd'])
  const { data } = day('a') ?? {}
  assert.deepEqual(data, { first: 400_000, last: 500_000 })
  reads[1]?.answer(['0.4'])
  reads[2]?.answer(null)
  await settled()
  assert.equal(day('b')?.data, null)
  assert.deepEqual(day('d')?.error?.fault, { kind: 'network' })
})
