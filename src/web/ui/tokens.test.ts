import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { classesOf } from './testing/style-sheets.ts'
import { contrastOf, rulesOf, tokensFor } from './testing/token-sheet.ts'

const WEB = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(WEB, path), 'utf8')
const TOKENS = read('ui/tokens.css')
const SHEETS = globSync('**/*.css', { cwd: WEB }).filter((path) => !/tokens\.css$|^public\//.test(path))
/** Set by Base UI on what it opens. */
const FROM_BASE_UI = new Set(['--available-height'])
const HEX = /^#[0-9a-f]{6}$/

const LOOKS = ['dark', 'light'].flatMap((theme) =>
  ['normal', 'more'].flatMap((contrast) =>
    ['polar', 'classic', 'classic_red_up', 'mono'].map((polarity) => ({ theme, contrast, polarity })),
  ),
)
const nameOf = ({ theme, contrast, polarity }: (typeof LOOKS)[number]): string =>
  `${theme}, contrast ${contrast}, ${polarity}`

const GROUNDS = ['--bg-0', '--bg-1', '--bg-2', '--bg-3']
const FILLS = ['--pos-fill', '--neg-fill']

/** Text and the backgrounds that it is written on. */
const TEXT: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ['--text-1', [...GROUNDS, ...FILLS]],
  ['--text-2', [...GROUNDS, ...FILLS]],
  ['--text-3', GROUNDS],
  ['--pos', GROUNDS],
  ['--neg', GROUNDS],
  ['--ok', GROUNDS],
  ['--danger', GROUNDS],
  ['--simulated', GROUNDS],
  ['--on-armed', ['--armed', '--armed-hatch']],
  ['--on-warn', ['--warn', '--warn-pale']],
  ['--on-own', ['--own']],
  ['--on-strong', ['--pos-strong', '--neg-strong']],
]

/** Borders, lines of charts and marks that must be seen: 3 to 1. */
const SHAPES: readonly (readonly [shape: string, grounds: readonly string[]])[] = [
  ['--line-strong', GROUNDS],
  ['--ring', GROUNDS],
  ['--armed-frame', ['--bg-0', '--bg-1']],
  ['--own', ['--bg-0', '--bg-1', '--bg-2', ...FILLS]],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((at) => [`--series-${at}`, ['--bg-1']] as const),
]

function weakPairs(
  pairs: typeof TEXT,
  least: number,
  tokens: ReadonlyMap<string, string>,
): readonly string[] {
  return pairs.flatMap(([front, grounds]) =>
    grounds.flatMap((ground) => {
      const [one, two] = [tokens.get(front) ?? '', tokens.get(ground) ?? '']
      if (!HEX.test(one) || !HEX.test(two)) return [`${front} on ${ground} is no colour: ${one} ${two}`]
      const ratio = contrastOf(one, two)
      return ratio >= least ? [] : [`${front} on ${ground}: ${ratio.toFixed(2)}`]
    }),
  )
}

describe('the tokens', () => {
  test('black on white is 21 to 1, and a known grey has the published ratio', () => {
    assert.equal(contrastOf('#000000', '#ffffff'), 21)
    assert.equal(contrastOf('#777777', '#ffffff').toFixed(2), '4.48')
  })

  for (const look of LOOKS) {
    const tokens = tokensFor(TOKENS, look)
    const least = look.contrast === 'more' ? 7 : 4.5

    test(`text holds ${least} to 1 on every background it is written on: ${nameOf(look)}`, () => {
      assert.deepEqual(weakPairs(TEXT, least, tokens), [])
    })

    test(`borders, rings and drawn lines hold 3 to 1: ${nameOf(look)}`, () => {
      assert.deepEqual(weakPairs(SHAPES, 3, tokens), [])
    })

    test(`every rule with a text colour and a ground of its own can be read: ${nameOf(look)}`, () => {
      const declared = SHEETS.flatMap((path) => rulesOf(read(path))).flatMap(({ declarations }) => {
        const front = /^var\((--[\w-]+)\)$/.exec(declarations.get('color') ?? '')?.[1]
        const ground = /^var\((--[\w-]+)\)$/.exec(declarations.get('background') ?? '')?.[1]
        return front === undefined || ground === undefined ? [] : [[front, [ground]] as const]
      })
      assert.ok(declared.length > 40)
      assert.deepEqual(weakPairs(declared, 4.5, tokens), [])
    })
  }

  test('a broken token is noticed', () => {
    const broken = TOKENS.replace('#8491a3', '#5a6573')
    assert.notEqual(broken, TOKENS)
    const [look] = LOOKS
    assert.ok(look !== undefined)
    assert.notDeepEqual(weakPairs(TEXT, 4.5, tokensFor(broken, look)), [])
  })
})

describe('the style sheets', () => {
  // Files of public/ are served unchanged, to pages of their own.
  test('colours are named in the tokens alone', () => {
    const found = globSync('**/*.{css,ts,tsx,html}', { cwd: WEB })
      .filter((path) => !path.startsWith('public/') && !/tokens\.css$|\.test\.ts$|testing\//.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(/(?:#[0-9a-f]{3,8}\b(?=['"`;,) ]))|\b(?:rgba?|hsla?|oklch|lab)\(/gi)].map(
          ([text]) => `${path}: ${text}`,
        ),
      )
    assert.deepEqual(found, [])
  })

  test('every variable that is used is a token or set by the page', () => {
    const known = new Set(rulesOf(TOKENS).flatMap(({ declarations }) => [...declarations.keys()]))
    const own = new Set(
      globSync('**/*.{css,ts,tsx}', { cwd: WEB }).flatMap((path) =>
        [...read(path).matchAll(/(--[\w-]+)['"]?\]?\s*:/g)].map(([, name]) => name ?? ''),
      ),
    )
    const used = SHEETS.flatMap((path) =>
      [...read(path).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name ?? ''),
    )
    assert.deepEqual(
      used.filter((name) => !known.has(name) && !own.has(name) && !FROM_BASE_UI.has(name)),
      [],
    )
  })

  // The other way round the compiler sees it: a component names no class that its module lacks (style-modules.d.ts).
  test('every class of a module is used by a component', () => {
    const components = globSync('**/*.tsx', { cwd: WEB }).map(read)
    const unused = globSync('**/*.module.css', { cwd: WEB }).flatMap((path) => {
      const users = components.filter((text) => text.includes(`/${basename(path)}'`))
      const used = new Set(
        users.flatMap((text) => {
          const name = new RegExp(`import (\\w+) from '[./\\w-]*/${basename(path)}'`).exec(text)?.[1] ?? ''
          return [...text.matchAll(new RegExp(`\\b${name}(?:\\.|\\[')(\\w+)`, 'g'))].map(([, one]) => one)
        }),
      )
      return classesOf(read(path)).flatMap((name) => (used.has(name) ? [] : [`${path}: ${name}`]))
    })
    assert.deepEqual(unused, [])
  })

  test('a module names an id as global: it would be renamed like a class, and no element has the new name', () => {
    const ids = SHEETS.filter((path) => path.endsWith('.module.css')).flatMap((path) =>
      [
        ...read(path)
          .replaceAll(/:global\([^)]*\)/g, '')
          .matchAll(/#[\w-]+(?=[^;}]*\{)/g),
      ].map(([id]) => id),
    )
    assert.deepEqual(ids, [])
  })

  test('no two modules have a name, which is what their classes begin with in the page', () => {
    const names = globSync('**/*.module.css', { cwd: WEB }).map((path) => basename(path))
    assert.equal(new Set(names).size, names.length)
  })

  test('type has the sizes 11, 12, 13, 14, 16 and 20 and no others', () => {
    const sizes = SHEETS.flatMap((path) =>
      rulesOf(read(path)).flatMap(({ selector, declarations }) => {
        const size = declarations.get('font-size')
        return size === undefined || /^(?:11|12|13|14|16|20)px$|^inherit$/.test(size)
          ? []
          : [`${path} ${selector}: ${size}`]
      }),
    )
    assert.deepEqual(sizes, [])
  })

  test('density changes the heights of rows and nothing else', () => {
    const of = (density: string) => tokensFor(TOKENS, { density })
    const normal = of('normal')
    for (const density of ['compact', 'touch']) {
      const changed = [...of(density)].filter(([name, value]) => normal.get(name) !== value)
      assert.deepEqual(changed.map(([name]) => name).toSorted(), ['--row', '--table-row'])
    }
    const elsewhere = [...SHEETS, 'app/app.tsx'].filter((path) => /data-density/.test(read(path)))
    assert.deepEqual(elsewhere, [])
  })
})

test('money is never abbreviated where it is traded or accounted for', () => {
  const places = [
    ...['ticket', 'orders', 'audit', 'portfolio', 'risk', 'combos'].map((name) => `features/${name}`),
    ...['order-entry', 'orders', 'positions', 'combos'].map((name) => `model/${name}`),
    'widgets',
  ]
  const found = places.flatMap((place) =>
    globSync(`${place}/*.{ts,tsx}`, { cwd: WEB }).filter((path) => read(path).includes('showCompact')),
  )
  assert.deepEqual(found, [])
})
