// A recording on disk, replayed: the same books to the last byte each time, and at every instant those of its frames.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { systemClock } from '#app/process/system-clock.ts'
import type { Level } from '#core/book/book.ts'
import { nativeId } from '#core/ids.ts'
import { formatMicros } from '#core/money.ts'
import { formatPrice } from '#core/price.ts'
import type { RecordingRecord } from '#core/recording/records.ts'
import { outcomeId } from '#engine/testing/market-fakes.ts'
import { createReplayMachines } from '#engine/replay/replay-machines.ts'
import { createReplays } from '#engine/replay/replays.ts'
import { openRecording } from '#store/recording/reader.ts'
import { readRecordedFrame } from '#venue/feeds/recorded-frames.ts'
import { recordedMarket, writeRecording } from './recorded-market.ts'

const FROM = 1_790_000_000_000
const SECONDS = 1_500
const MARKET = { from: FROM, seconds: SECONDS, markets: 4, framesPerSecond: 4 } as const
const OUTCOMES = Array.from({ length: 8 }, (_, n) => outcomeId(n + 2))

const root = mkdtempSync(join(tmpdir(), 'sesame-replay-'))
before(() => writeRecording(root, recordedMarket(MARKET)))
after(() => rmSync(root, { recursive: true }))

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}` : part))

/** Over every state of every book. */
async function hashOfStates(): Promise<{ readonly hash: string; readonly states: number }> {
  const machines = createReplayMachines(readRecordedFrame)
  const hash = createHash('sha256')
  let states = 0
  machines.bus.subscribe('book', ({ outcomeId: id }) => {
    states += 1
    hash.update(textOf([machines.book(id), machines.trades(id)]))
  })
  for await (const batch of openRecording(root).records(FROM, FROM + SECONDS * 1_000))
    for (const record of batch) machines.apply(record)
  return { hash: hash.digest('hex'), states }
}

test('INV-72 two replays of one recording go through the same states to the last byte', async () => {
  const [first, second] = [await hashOfStates(), await hashOfStates()]
  assert.ok(first.states > SECONDS, String(first.states))
  assert.deepEqual(first, second)
})

type Sides = { readonly BUY: Map<string, string>; readonly SELL: Map<string, string> }
type Change = {
  readonly asset_id: string
  readonly price: string
  readonly size: string
  readonly side: 'BUY' | 'SELL'
}

/** The levels of each outcome by a model of its own: the first books, and the text of each frame. */
function createModel(): { apply(record: RecordingRecord): void; text(): string } {
  const sides = new Map<string, Sides>()
  const put = (levels: Map<string, string>, at: string, size: string): void => {
    if (size === '0') levels.delete(at)
    else levels.set(at, size)
  }
  return {
    apply(record) {
      if (record.kind === 'book' && !sides.has(nativeId(record.book.outcomeId))) {
        const of = (levels: readonly Level[]) =>
          new Map(levels.map(([at, size]) => [formatPrice(at), formatMicros(size)]))
        sides.set(nativeId(record.book.outcomeId), { BUY: of(record.book.bids), SELL: of(record.book.asks) })
      }
      if (record.kind !== 'frame') return
      const { price_changes: changes = [] } = JSON.parse(Buffer.from(record.bytes).toString()) as {
        readonly price_changes?: readonly Change[]
      }
      for (const { asset_id: id, side, price, size } of changes) {
        const levels = sides.get(id)?.[side]
        if (levels !== undefined) put(levels, price, size)
      }
    },
    text: () =>
      textOf(
        OUTCOMES.map((id) => {
          const { BUY, SELL } = sides.get(nativeId(id)) ?? { BUY: new Map(), SELL: new Map() }
          return [
            [...BUY].toSorted(([a], [b]) => (a < b ? 1 : -1)),
            [...SELL].toSorted(([a], [b]) => (a < b ? -1 : 1)),
          ]
        }),
      ),
  }
}

test('INV-72 at any instant, from any side, the books are those of the frames up to it', async (context) => {
  const replays = createReplays({
    source: openRecording(root),
    readFrame: readRecordedFrame,
    clock: systemClock,
    mint: () => 'one',
  })
  context.after(() => replays.stop())
  const replay = await replays.open({ from: FROM, to: FROM + SECONDS * 1_000 }, FROM)
  assert.ok(replay !== null)
  const levelsOf = (levels: readonly Level[] = []) =>
    levels.map(([at, size]) => [formatPrice(at), formatMicros(size)])
  const shown = (): string =>
    textOf(
      OUTCOMES.map((id) => {
        const book = replay.view.book(id)
        return [levelsOf(book?.bids), levelsOf(book?.asks)]
      }),
    )
  const bySecond: string[] = []
  const model = createModel()
  for (const record of recordedMarket(MARKET)) {
    while (record.at > FROM + bySecond.length * 1_000) bySecond.push(model.text())
    model.apply(record)
  }
  for (const at of [1, 700, 1_499, 599, 600, 601, 30, 1_234]) {
    replay.command({ do: 'seek', at: FROM + at * 1_000 })
    await replay.settled()
    assert.equal(shown(), bySecond[at], `second ${at}`)
  }
})
