/** A catalog service that lies, over the whole product: it costs neither the memory, nor the disk, nor the answers (INV-52). */
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startTerminal, temporaryDirectory } from '../harness.ts'
import { waitFor } from '../wait-for.ts'

const EVENTS = 210
const LONG = '\u0001"\\'.repeat(5_000)

function eventRow(id: number): object {
  return {
    id: String(id),
    slug: `lie-${id}${LONG}`,
    title: LONG,
    description: LONG,
    tags: [{ id: '1', label: LONG, slug: LONG }],
    markets: [
      {
        conditionId: `0x${String(id).padStart(64, '0')}`,
        question: LONG,
        slug: LONG,
        clobTokenIds: JSON.stringify([String(2 * id), String(2 * id + 1)]),
        outcomes: ['Yes', 'No'],
        orderPriceMinTickSize: 0.01,
        orderMinSize: 5,
      },
    ],
  }
}

test('INV-52 200 events whose every text is too long are searched and answered, and the copy on disk is small', async (context) => {
  const tags = gzipSync(JSON.stringify([{ id: '1', label: LONG, slug: LONG }]))
  const pages = Array.from({ length: EVENTS / 10 }, (_, page) =>
    gzipSync(
      JSON.stringify({
        events: Array.from({ length: 10 }, (_none, row) => eventRow(10 * page + row + 1)),
        ...(page === EVENTS / 10 - 1 ? {} : { next_cursor: String(page + 1) }),
      }),
      { level: 1 },
    ),
  )
  const liar = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    if (pathname === '/events/keyset') response.end(pages[Number(searchParams.get('after_cursor') ?? 0)])
    else response.end(pathname === '/tags' && searchParams.get('offset') === '0' ? tags : gzipSync('[]'))
  })
  liar.listen(0, '127.0.0.1')
  context.after(() => {
    liar.closeAllConnections()
    liar.close()
  })
  await waitFor('the liar', () => liar.listening)
  const dataDirectory = join(temporaryDirectory(context), 'data')
  const terminal = await startTerminal(context, {
    dataDirectory,
    env: { VENUE_CATALOG_URL: `http://127.0.0.1:${(liar.address() as AddressInfo).port}` },
  })
  const client = terminal.client()
  const { items } = await waitFor('the catalog', async () => {
    const found = await client.ok('search', { query: { limit: 200 } })
    return found.items.length === 200 ? found : null
  })
  const lengths = items.map(({ title, description, slug }) =>
    [title, description, slug].map((text) => text.length),
  )
  assert.ok(
    lengths.every(
      ([title = 0, description = 0, slug = 0]) => title <= 300 && description <= 10_000 && slug <= 200,
    ),
  )
  const size = await waitFor(
    'the copy',
    () => statSync(join(dataDirectory, 'catalog.ndjson'), { throwIfNoEntry: false })?.size,
  )
  assert.ok(size < EVENTS * 100_000, String(size))
})
