import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createLogger, type LogFormat } from './logger.ts'
import { createPoints, parseFaultPoints } from './points.ts'
import { createRedactor, REDACTED } from './redactor.ts'

function record(
  format: LogFormat,
  secrets: readonly string[] = [],
): {
  readonly lines: string[]
  readonly log: ReturnType<typeof createLogger>
} {
  const redactor = createRedactor()
  for (const secret of secrets) redactor.add(secret)
  const lines: string[] = []
  const write = (line: string): void => void lines.push(line)
  return { lines, log: createLogger({ level: 'info', format, redactor, write, now: () => 0 }) }
}

/** Every spelling in which a secret may end up in a line. */
function spellings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  return [
    secret,
    `bot${secret}/sendMessage`,
    bytes.toString('hex'),
    `0x${bytes.toString('hex')}`,
    bytes.toString('hex').toUpperCase(),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    encodeURIComponent(secret),
    JSON.stringify(secret),
    encodeURIComponent(bytes.toString('base64').replace(/=+$/, '')),
  ]
}

describe('log', () => {
  test('writes one JSON object per line, and only from its level on', () => {
    const { lines, log } = record('json')
    log.debug('not.shown')
    log.warn('feed.down', { feed: 'user', tries: 3, reason: 'reset\nby peer', none: undefined })
    assert.deepEqual(lines, [
      '{"time":"1970-01-01T00:00:00.000Z","level":"warn","event":"feed.down","feed":"user","tries":3,"reason":"reset\\nby peer"}\n',
    ])
  })

  test('writes text for people', () => {
    const { lines, log } = record('text')
    log.info('server.listening', { address: 'http://127.0.0.1:8080', took: 12, words: 'two words' })
    assert.deepEqual(lines, [
      '00:00:00.000 INFO  server.listening address=http://127.0.0.1:8080 took=12 words="two words"\n',
    ])
  })

  test('INV-38 foreign text can neither forge a line nor turn the direction of writing', () => {
    for (const format of ['json', 'text'] as const) {
      const { lines, log } = record(format)
      log.info('catalog.odd', { title: 'a\n2026 ERROR forged \u001b[31m \u202e \u200b \u{e0041}' })
      assert.equal(lines.join('').split('\n').length, 2)
      assert.doesNotMatch(lines.join('').trimEnd(), /[\p{Cc}\p{Cf}]/u)
      if (format === 'json') assert.match(JSON.parse(lines[0] ?? '').title, /forged/)
    }
  })

  test('INV-35 no spelling of a registered secret gets out, in either format', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 12, maxLength: 80, unit: 'grapheme-ascii' }),
        fc.constantFrom<LogFormat>('json', 'text'),
        (secret, format) => {
          for (const spelling of spellings(secret)) {
            const { lines, log } = record(format, [secret])
            log.error('x', { error: `failed with ${spelling} inside` })
            const line = lines.join('')
            assert.equal(line.includes(spelling), false, spelling)
            assert.ok(line.includes(REDACTED), line)
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  test('INV-35 a token of a program gets out nowhere, though none is registered: in a path, a host, a text', () => {
    const token = `sesame_${'aB3_-x'.repeat(7)}z`
    assert.equal(token.length, 50)
    for (const format of ['json', 'text'] as const) {
      const { lines, log } = record(format)
      log.warn('http.refused', { path: `/api/${token}/x`, host: token, error: `told ${token}` })
      assert.equal(lines.join('').includes(token.slice(7, 40)), false, lines.join(''))
      assert.match(lines.join(''), /http\.refused/)
    }
  })

  test('INV-57 a line stays JSON, and its fields stay what they are, whatever venue credential is removed from it', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[\w+/=-]{16,60}$/).filter((text) => /[A-Za-z]/.test(text)),
        (credential) => {
          const { lines, log } = record('json', [credential])
          log.warn('order.foreign', { id: `0x${credential}`, count: 3, amounts: ['1000000', '0.5'] })
          const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>
          assert.deepEqual([line['level'], line['event'], line['count']], ['warn', 'order.foreign', 3])
        },
      ),
    )
  })

  test('INV-35 a key given in hex is known in base64 and the other way round', () => {
    const hex = '8f2a559490b1c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f'
    const base64 = Buffer.from(hex, 'hex').toString('base64')
    for (const [given, leaked] of [
      [`0x${hex}`, base64],
      [base64, hex],
      [base64, hex.toUpperCase()],
    ] as const) {
      const { lines, log } = record('json', [given])
      log.info('x', { leaked })
      assert.match(lines.join(''), /redacted/)
    }
  })
})

describe('crash points', () => {
  test('act at the named passage and only there', () => {
    const parsed = parseFaultPoints('intent.post:2=kill,sign.post=kill')
    assert.ok(parsed.ok)
    const acted: string[] = []
    let at = ''
    const point = createPoints(parsed.value, {
      kill: () => void acted.push(`kill ${at}`),
      mark: (name) => void acted.push(`mark ${name}`),
    })
    const passed = ['intent.post', 'other', 'sign.post', 'sign.post', 'intent.post', 'intent.post']
    for (const [index, name] of passed.entries()) {
      at = String(index)
      point(name)
    }
    assert.deepEqual(acted, ['kill 2', 'kill 4'])
  })

  test('are all marked on request, and nothing else happens at them', () => {
    const parsed = parseFaultPoints('every=mark')
    assert.ok(parsed.ok)
    const acted: string[] = []
    const point = createPoints(parsed.value, {
      kill: () => assert.fail(),
      mark: (name) => void acted.push(name),
    })
    for (const name of ['intent.post', 'sign.post', 'intent.post']) point(name)
    assert.deepEqual(acted, ['intent.post', 'sign.post', 'intent.post'])
    for (const text of ['sign.post=mark', 'every=mark,x=kill']) assert.equal(parseFaultPoints(text).ok, false)
  })

  test('refuse anything else', () => {
    for (const text of ['', 'x', 'x=boom', 'x:0=kill', 'x=hold', 'x=kill,,y=kill', 'X Y=kill']) {
      assert.equal(parseFaultPoints(text).ok, false, text)
    }
  })
})
