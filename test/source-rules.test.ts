/** Rules of security and of form that hold for every line of the product, read from its sources. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

import { measureHouse } from '../scripts/house.ts'

const root = join(import.meta.dirname, '..')
const SOURCES = globSync(['src/**/*.{ts,tsx,html}', 'bin/*.js'], { cwd: root })
  .filter((path) => !path.includes('.test.') && !path.includes('/testing/'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }))

/** Every line that fits, with its place. */
function linesWith(pattern: RegExp, part = /./): readonly string[] {
  return SOURCES.filter(({ path }) => part.test(path)).flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => pattern.test(line) && !/^(?:\*|\/\*|\/\/)/.test(line))
      .map((line) => `${path}: ${line}`),
  )
}

describe('the product', () => {
  test('runs no text as a program', () => {
    assert.deepEqual(
      linesWith(
        /\beval\(|new Function\(|node:vm|setTimeout\(\s*['"`]|document\.write|createContextualFragment/,
      ),
      [],
    )
  })

  test('writes nothing as HTML', () => {
    assert.deepEqual(
      linesWith(/innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|srcdoc|DOMParser/),
      [],
    )
  })

  test('makes one policy of trusted types, for the one script that it starts', () => {
    assert.equal(linesWith(/createPolicy\(/).filter((line) => !line.endsWith('createPolicy: (')).length, 1)
  })

  test('starts programs by a list of arguments only, never by a line for a shell', () => {
    assert.deepEqual(
      linesWith(/\bshell: |execSync|execFile\(|import \{[^}]*\bexec\b[^}]*\} from 'node:child_process'/),
      [],
    )
    assert.deepEqual(
      [...new Set(linesWith(/from 'node:child_process'/).map((line) => line.split(':')[0] ?? ''))].toSorted(),
      [
        'bin/find-node.js',
        'src/app/assembly/bundled-venue.ts',
        'src/app/assembly/page.ts',
        'src/app/process/open-browser.ts',
      ],
    )
  })

  test('puts no text into a statement of the database: values are bound', () => {
    const statements = SOURCES.filter(({ path }) => path.startsWith('src/store/')).flatMap(({ text }) =>
      [...text.matchAll(/\.(?:prepare|exec)\(\s*`([^`]*)`/g)].flatMap(([, sql = '']) =>
        [...sql.matchAll(/\$\{([^}]+)\}/g)].map(([, put = '']) => put),
      ),
    )
    // Constants and numbers of our own.
    const own = new Set([
      'COLUMNS',
      'columns',
      'CHAINED_BYTES_SQL',
      'BATCH',
      'IS_OPEN',
      'name',
      'value',
      'newestSchema()',
      'WRITE_BUSY_MS',
      'migration.version',
    ])
    assert.deepEqual(
      statements.filter((put) => !own.has(put)),
      [],
    )
    assert.ok(statements.length > 0)
  })

  test('draws what must not be guessed from the generator of the system', () => {
    assert.deepEqual(linesWith(/Math\.random/), [])
  })

  test('knows no broken hash and no cipher of its own', () => {
    assert.deepEqual(
      linesWith(/'(?:md5|sha1|ripemd160|des|rc4)'|createCipher|createDecipher|privateEncrypt|publicEncrypt/i),
      [],
    )
  })

  test('compares credentials in constant time: tokens, passwords, seals', () => {
    const comparing = linesWith(/timingSafeEqual\(/).map((line) => line.split(':')[0] ?? '')
    assert.deepEqual(comparing.toSorted(), [
      'src/server/access/csrf.ts',
      'src/server/access/devices.ts',
      'src/server/access/login-link.ts',
      'src/server/access/password.ts',
      'src/store/head-key.ts',
    ])
    const computing = /from 'node:crypto'/
    const files = SOURCES.filter(({ text }) => computing.test(text)).map(({ path }) => path)
    const inThem = new RegExp(`^(?:${files.map((path) => path.replaceAll('.', '\\.')).join('|')})$`)
    assert.deepEqual(
      linesWith(
        /\.equals\(|\.compare\(|[=!]==? (?:given|token|tag|mac|digest)\b|\b(?:given|tag|mac|digest)(?:\([^)]*\))? [=!]==/,
        inThem,
      ).filter((line) => !/(?:undefined|null|length)\b/.test(line)),
      [],
    )
  })

  test('never switches the check of a certificate off, and never follows a redirect', () => {
    assert.deepEqual(
      linesWith(
        /rejectUnauthorized: false|checkServerIdentity|followRedirects: true|maxRedirections|redirect: 'follow'/,
      ),
      [],
    )
  })

  test('parses no XML, and revives no objects but from JSON', () => {
    assert.deepEqual(linesWith(/\bxml2js|parseFromString|node:v8|deserialize\(|yaml/i), [])
  })

  test('of the page speaks to no other window: only its own worker and its own pages', () => {
    assert.deepEqual(
      linesWith(/addEventListener\(\s*'message'/, /src\/web/).filter(
        (line) => !/navigator\.serviceWorker|live\/browser-socket/.test(line),
      ),
      [],
    )
    assert.deepEqual(
      linesWith(/\.postMessage\(/, /src\/web/).filter((line) => !/client|tab|worker/i.test(line)),
      [],
    )
  })

  test('loads nothing from elsewhere, and opens other sites only without telling them where from', () => {
    assert.deepEqual(
      linesWith(/(?:src|href)=["'{]*(?:https?:)?\/\//, /src\/web/).filter(
        (line) => !/rel="noreferrer"|rel="noopener/.test(line),
      ),
      [],
    )
    assert.deepEqual(linesWith(/@import|url\(\s*['"]?https?:/, /src\/web/), [])
  })

  test('writes the address of an operation once, in the table that server and page share', () => {
    assert.deepEqual(linesWith(/['"`]\/api\/\w/, /^src\/web\//), [])
    const paths = SOURCES.find(({ path }) => path === 'src/contract/paths.ts')?.text ?? ''
    assert.doesNotMatch(paths, /^import /m, 'the page takes it without the schemas')
    for (const { path, text } of SOURCES) {
      if (path.startsWith('src/contract/') && path !== 'src/contract/paths.ts')
        assert.doesNotMatch(text, /\bpath: ['"`]\/api\//, path)
    }
  })

  test('takes no answer for a script: there is no JSONP', () => {
    assert.deepEqual(linesWith(/createElement\(\s*'script'|jsonp\b|callback=/i), [])
  })
})

/** Letters that pump: what repeats in an expression is made of some of these. */
const PUMPS = [
  'a',
  'A',
  'z',
  '0',
  '1',
  ' ',
  '\t',
  '\n',
  '.',
  ',',
  '-',
  '_',
  '/',
  '=',
  '+',
  '"',
  "'",
  '\\',
  '%',
  '{',
  '[',
  ':',
  ';',
  '(',
  '<',
  '@',
  'ab',
  '0.',
  'a.',
  ' a',
  ', ',
  '\u00e9',
]
/** From the short ones, which find what grows without bounds before it never ends, to those that show a square. */
const LENGTHS = [16, 20, 24, 28, 256, 1_024, 4_096, 16_384, 65_536]
/** Four times the text takes four times as long where it is linear, and sixteen times where it is a square. */
const MAX_GROWTH = 9
/** Below this the clock says nothing; what grows as a square is far beyond it at the last length. */
const MIN_MS = 1

/** The least of some runs: what else the machine does only ever adds. */
function leastRun(expression: RegExp, text: string, times: number): number {
  let least = Infinity
  for (let run = 0; run < times; run += 1) {
    const began = performance.now()
    text.replace(expression, '')
    least = Math.min(least, performance.now() - began)
  }
  return least
}

/** The first length at which the time has grown by more than the text explains, twice in a row before it counts; else 0. */
function growsAt(expression: RegExp, start: string, pump: string): number {
  const textOf = (length: number): string => start + pump.repeat(length / pump.length) + '\u0000'
  for (const [index, length] of LENGTHS.entries()) {
    if (leastRun(expression, textOf(length), 1) < MIN_MS) continue
    const before = LENGTHS[index - 1] ?? length
    const steps = length / before
    const hasGrown = (): boolean => {
      const took = leastRun(expression, textOf(length), 5)
      const tookBefore = leastRun(expression, textOf(before), 5)
      return took >= MIN_MS && took > tookBefore * (steps < 4 ? steps * 3 : MAX_GROWTH)
    }
    if (hasGrown() && hasGrown()) return length
  }
  return 0
}

/** Expressions of a text that one of the pumps makes slower than linear. */
function slowIn(text: string): readonly string[] {
  return expressionsOf(text).flatMap(([expression, head]) => {
    for (const pump of PUMPS) {
      for (const start of new Set(['', head])) {
        const length = growsAt(expression, start, pump)
        if (length > 0) return [`${String(expression)} with ${length} times ${JSON.stringify(pump)}`]
      }
    }
    return []
  })
}

test('every regular expression of the product is linear: no text makes one run for long', () => {
  assert.deepEqual(
    SOURCES.flatMap(({ path, text }) => slowIn(text).map((found) => `${path}: ${found}`)),
    [],
  )
  const count = SOURCES.reduce((sum, { text }) => sum + expressionsOf(text).length, 0)
  assert.ok(count > 100, `${count} expressions`)
})

test('an expression that is not linear is found', () => {
  for (const literal of [
    '/=+$/',
    '/0+$/',
    '/\\s+[-(:].*$/',
    '/\\B(?=(\\d{3})+$)/g',
    '/^(.*?)\\s*[c%]$/i',
    '/(a+)+$/',
    '/[+/]+=/',
  ])
    assert.equal(slowIn(`(${literal})`).length, 1, literal)
  for (const literal of ['/^[a-z]+$/', '/^\\d+(?:\\.\\d+)?$/', '/[\\s,]/g'])
    assert.deepEqual(slowIn(`(${literal})`), [], literal)
})

/** Literals of regular expressions, each with what its pattern begins with as plain text. */
function expressionsOf(text: string): readonly (readonly [RegExp, string])[] {
  const literal =
    /(?<=(?:[(=>,:[!&|?{};\n]|\breturn)\s*)\/((?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/g
  return [...text.matchAll(literal)].flatMap(([, body = '', flags = '']) => {
    try {
      const head = /^\^?([\w :/-]*)/.exec(body)?.[1] ?? ''
      return [[new RegExp(body, flags.replace('y', '')), head] as const]
    } catch {
      // Not one, after all: a division, say.
      return []
    }
  })
}

test('nothing is said in a title attribute, which no key and no finger reaches', () => {
  const inMarkup = SOURCES.filter(({ path }) => path.endsWith('.tsx')).flatMap(({ path, text }) =>
    [...text.matchAll(/<([a-z]\w*)\b(?:=>|\s[<>]=?\s|[^<>])*?\stitle=/g)].map(
      ([, tag]) => `${path}: <${tag}>`,
    ),
  )
  assert.deepEqual(inMarkup, [])
  // That of a document is the name of its tab.
  const written = linesWith(/\.title = |setAttribute\('title'/, /^src\/web\//)
  assert.deepEqual(
    written.filter((line) => !/(?:document|there)\.title = /.test(line)),
    [],
  )
})

/** Folders whose comments are held to the rule. */
const COMMENTED = globSync(
  ['{src,simulator,test,scripts,bench,examples}/**/*.{ts,tsx,css}', 'bin/*.js', '*.ts'],
  { cwd: root },
)
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.startsWith('test/fixtures/'))

/** A relative clause in place of the thing's name. */
const OPENING = /^(?:What|Of|Whose|Who|Whether|Another)\b/
const VAGUE = /\b(?:stands|what there is|of then|by itself|as it came|taken off|told)\b/i

/** Comments that begin a line or end one, without their marks. */
function commentsIn(text: string): readonly string[] {
  return [
    ...text.matchAll(
      /^[ \t]*(?:\/\*[^]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)|(?<=\S )\/\/ [A-Z].*|(?<=[;{(,] )\/\*\*[^]*?\*\//gm,
    ),
  ].map(([comment]) =>
    comment
      .replaceAll(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

const vagueIn = (text: string): readonly string[] =>
  commentsIn(text).filter((comment) => OPENING.test(comment) || VAGUE.test(comment))

test('a comment names its thing, in words of the field', () => {
  const found = COMMENTED.flatMap((path) =>
    vagueIn(readFileSync(join(root, path), 'utf8')).map((comment) => `${path}: ${comment.slice(0, 80)}`),
  )
  assert.deepEqual(found, [])
})

/** Texts for the trader: the page, the descriptions of the API, notifications. */
const SPOKEN = /^src\/(?:web|contract|engine\/notifications)\//

test('the page, the API and notifications use the words of the field too', () => {
  const found = SOURCES.filter(({ path, text }) => SPOKEN.test(path) && VAGUE.test(text))
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
  )
})

test('a comment that does not is found, wherever it is', () => {
  const marked = [
    '/** What it is. */',
    '/**\n * Of\n * it.\n */',
    '  // Whether it is.',
    ['a()', '// Who it is.'].join(' '),
  ]
  const worded = ['/** It\n * stands there. */', '// Told once.', 'f([\n  // Taken\n  // off.\n])']
  for (const text of [...marked, ...worded]) assert.equal(vagueIn(text).length, 1, text)
  assert.deepEqual(
    vagueIn("const told = 'What stands' // Name of it.\n/** A position that was offered. */"),
    [],
  )
})

/** Folders that read the venue's answers and frames. */
const WIRE = /^src\/venue\/(?:catalog|clob|combos|data|feeds)\//
/** Still to be changed. */
const NOT_YET: readonly string[] = ['src/venue/catalog/translate.ts']

test('INV-75 a number of the venue comes out of src/venue/figures.ts, or is not known', () => {
  const declared = linesWith(/\bz\.(?:number|int|bigint|nan|float\w*|u?int\d+|coerce)\b/, WIRE)
  // An id may be a number.
  assert.deepEqual(
    declared.filter((line) => !/union\(\[z\.(?:string|number)\(\), z\.(?:string|number)\(\)\]\)/.test(line)),
    [],
  )
  const reading = SOURCES.filter(({ path, text }) => WIRE.test(path) && text.includes('/figures.ts'))
  assert.ok(reading.length > 5)
  const around = reading.flatMap(({ path, text }) =>
    NOT_YET.includes(path)
      ? []
      : [...text.matchAll(/(?:\?\?|\|\|)\s+(?:ZERO|'?\d)|\b(?:Number|BigInt|parseInt)\(/g)].map(
          ([found]) => `${path}: ${found}`,
        ),
  )
  assert.deepEqual(around, [])
})

test('every measure of form that is a rule is met', () => {
  const rules = measureHouse().filter(({ isRule }) => isRule)
  assert.deepEqual(
    rules.filter(({ isMet }) => !isMet).map(({ name, places }) => ({ name, places })),
    [],
  )
  assert.equal(rules.length, 15)
})

test('the repository holds no link to packages: a checkout of one deletes the packages that are there', () => {
  const { stdout } = spawnSync('git', ['ls-files', 'node_modules'], { cwd: root, encoding: 'utf8' })
  assert.equal(stdout ?? '', '', 'git rm --cached node_modules in each commit that has it')
})
