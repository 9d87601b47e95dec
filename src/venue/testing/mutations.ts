/** Foreign bytes for fuzzing: well-formed payloads bent in one to four places, as values or as text. */
import fc from 'fast-check'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Values that parsers trip over. */
const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '0',
    '-1',
    '1e400',
    'NaN',
    '0.00000000001',
    '٣',
    ' 1',
    '1.',
    '.5',
    '9'.repeat(120),
    -0,
    1e308,
    -1,
    true,
    [],
    {},
    [[[]]],
    'null',
    '[',
    '__proto__',
    '\u0000',
    '\u202e',
  ),
  fc.string({ maxLength: 20 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
)

type Bend = { readonly pick: number; readonly value: unknown; readonly remove: boolean; readonly key: string }

const bend: fc.Arbitrary<Bend> = fc.record({
  pick: fc.nat({ max: 400 }),
  value: nasty,
  remove: fc.boolean(),
  key: fc.constantFrom('__proto__', 'constructor', 'extra', 'price', 'event_type'),
})

function places(value: unknown, found: [container: Record<string, unknown>, key: string][]): void {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    found.push([value as Record<string, unknown>, key])
    places((value as Record<string, unknown>)[key], found)
  }
}

function bent(seed: unknown, bends: readonly Bend[]): unknown {
  const copy = structuredClone(seed)
  for (const { pick, value: shared, remove, key } of bends) {
    const value: unknown = structuredClone(shared)
    const found: [Record<string, unknown>, string][] = []
    places(copy, found)
    const place = found[pick % Math.max(found.length, 1)]
    if (place === undefined) continue
    const [container, name] = place
    if (pick % 17 === 0) {
      Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true })
    } else if (remove && !Array.isArray(container)) Reflect.deleteProperty(container, name)
    else container[name] = value
  }
  return copy
}

/** Values made by bending one of the seeds; now and then a seed as it is. */
export function bentValues(seeds: readonly Json[]): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(bend, { maxLength: 4 }))
    .map(([seed, bends]) => bent(seed, bends))
}

/** Texts: bent values, some of them cut, doubled or with a character replaced. */
export function bentTexts(seeds: readonly Json[]): fc.Arbitrary<string> {
  const tear = fc.record({
    at: fc.nat({ max: 2000 }),
    how: fc.nat({ max: 9 }),
    char: fc.string({ maxLength: 2 }),
  })
  return fc.tuple(bentValues(seeds), tear).map(([value, { at, how, char }]) => {
    const text = JSON.stringify(value) ?? ''
    const cut = at % Math.max(text.length, 1)
    if (how === 0) return text.slice(0, cut)
    if (how === 1) return text.slice(0, cut) + char + text.slice(cut + 1)
    if (how === 2) return text + text
    return text
  })
}
