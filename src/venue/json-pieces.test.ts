/** Cutting long JSON: with JSON.parse it must accept and give exactly what JSON.parse does with the whole. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cutJson, parseJsonInTurns } from './json-pieces.ts'
import { bentTexts } from './testing/mutations.ts'

const SEEDS = [
  { events: [{ id: '1', tags: ['a', 'b'] }, { id: '2' }], next_cursor: 'MTAw', empty: [], none: null },
  [
    { asset_id: '1', bids: [{ price: '0.1', size: '1' }] },
    { asset_id: '2', bids: [] },
  ],
  { history: [1, 2.5, true, null, 'text with ] } , " and \\'], a: { b: [[], {}] } },
  [],
  {},
]

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

describe('JSON cut into pieces', () => {
  test('INV-40 gives what JSON.parse gives, and refuses what it refuses', async () => {
    const texts = fc.tuple(
      bentTexts(SEEDS),
      fc.constantFrom(undefined, 1, '\n\t '),
      fc.integer({ min: 0, max: 60 }),
    )
    let wellFormed = 0
    await fc.assert(
      fc.asyncProperty(texts, async ([plain, space, run]) => {
        const before = parsed(plain)
        const text = before !== undefined && space !== undefined ? JSON.stringify(before, null, space) : plain
        const expected = parsed(text)
        const read = await parseJsonInTurns(Buffer.from(text), { run, most: 100_000 })
        assert.deepEqual(read, expected)
        if (read !== undefined) wellFormed += 1
      }),
      { numRuns: 3_000 },
    )
    assert.ok(wellFormed > 500)
  })

  test('what JSON.parse refuses between pieces is refused', async () => {
    const broken = [
      '[,]',
      '[,1]',
      '[1,]',
      '[1,,2]',
      '[1 2]',
      '[1',
      '[1}',
      '[{}{}]',
      '[{]}]',
      '[1]]',
      '[1] x',
      '["a]',
      '',
      '{,}',
      '{"a":1,}',
      '{"a":}',
      '{"a" 1}',
      '{a:1}',
      '{"a":[1}',
      '{"a":[1],}',
      '{"a":1]',
      '{"a\\":1}',
      '1',
      '{"a":[1,]}',
      '{"a":[,]}',
      '{"a":[1]',
      '{"a":[1]}}',
      '\uFEFF[1]',
      '{"a":[1] "b":2}',
      '[[1]',
    ]
    for (const text of broken) {
      assert.equal(parsed(text), undefined, text)
      for (const run of [0, 4, 100]) {
        assert.equal(await parseJsonInTurns(Buffer.from(text), { run, most: 1_000 }), undefined, text)
      }
    }
  })

  test('of a member that comes twice the last one counts, and no name is special', async () => {
    const text = '{"a":[1,2],"__proto__":[3],"a":[4],"constructor":5}'
    const read = await parseJsonInTurns(Buffer.from(text), { run: 1, most: 100 })
    assert.deepEqual(read, JSON.parse(text))
    assert.equal(Object.getPrototypeOf(read), Object.prototype)
  })

  test('no piece is longer than a run or one element, and none longer than the most is parsed', () => {
    const element = fc.string({ maxLength: 80 }).map((text) => ({ text, list: [text] }))
    fc.assert(
      fc.property(
        fc.array(element, { maxLength: 30 }),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 20, max: 400 }),
        (elements, run, most) => {
          const sizes = elements.map((one) => Buffer.byteLength(JSON.stringify(one)))
          const longest = Math.max(0, ...sizes)
          const pieces = cutJson(Buffer.from(JSON.stringify(elements)), { run, most })
          const seen: unknown[] = []
          for (;;) {
            const cut = pieces.next()
            if (cut.done === true && cut.value === undefined) {
              assert.ok(longest >= most)
              return
            }
            if (cut.done === true) break
            const list = cut.value.elements
            const length = Buffer.byteLength(JSON.stringify(list)) - 2
            assert.ok(list.length === 1 ? length <= most : length <= run)
            seen.push(...list)
          }
          assert.deepEqual(seen, elements)
          assert.ok(longest <= most)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('an element that is longer than the most or nested too deeply is passed over, and all others are read', async () => {
    const inside = fc.constantFrom('x', ']', '}', ',', '"', '\\', '\\"', '[', '{', 'é')
    const long = fc.array(inside, { minLength: 60, maxLength: 200 }).map((parts) => parts.join(''))
    const element = fc.oneof(
      { weight: 3, arbitrary: fc.nat().map((id) => ({ id })) },
      { weight: 1, arbitrary: long.map((text) => ({ id: 7, list: [{ text }], text })) },
      { weight: 1, arbitrary: fc.constant({ id: 8, deep: JSON.parse('['.repeat(90) + ']'.repeat(90)) }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(element, { maxLength: 12 }), fc.boolean(), async (elements, isMember) => {
        const whole = isMember ? { events: elements, next_cursor: 'c' } : elements
        const sizes = { run: 30, most: 50, passesOver: true } as const
        const read = await parseJsonInTurns(Buffer.from(JSON.stringify(whole)), sizes)
        const expected = elements.map((one) => {
          const text = JSON.stringify(one)
          if (!text.includes('deep') && Buffer.byteLength(text) < sizes.most) return one
          return { passedOver: Buffer.from(text).toString('utf8', 0, 64) }
        })
        assert.deepEqual(read, isMember ? { events: expected, next_cursor: 'c' } : expected)
      }),
      { numRuns: 300 },
    )
  })

  test('an element of more values than an honest one is passed over', async () => {
    const sizes = { run: 1_000, most: 4_000_000, passesOver: true } as const
    const text = JSON.stringify([1, { id: 2, list: Array.from({ length: 250_100 }, () => []) }, 3])
    const read = await parseJsonInTurns(Buffer.from(text), sizes)
    assert.deepEqual(read, [1, { passedOver: text.slice(3, 67) }, 3])
  })

  test('an element that is passed over and never ends is malformed', async () => {
    const sizes = { run: 10, most: 50, passesOver: true } as const
    for (const text of [`[{"a":"${'x'.repeat(200)}`, `[${'['.repeat(90)}`, `[[${'[],'.repeat(90)}`]) {
      assert.equal(await parseJsonInTurns(Buffer.from(text), sizes), undefined, text)
    }
  })

  test('an object or a text that is longer than the most is refused, however it goes on', async () => {
    const long = 'x'.repeat(200)
    for (const text of [`["${long}"]`, `{"${long}":1}`, `{"a":"${long}"}`, `[[${'['.repeat(200)}`]) {
      assert.equal(await parseJsonInTurns(Buffer.from(text), { run: 10, most: 50 }), undefined, text)
    }
  })
})
