import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseJson } from './request-body.ts'

const parse = (text: string): ReturnType<typeof parseJson> => parseJson(Buffer.from(text))
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('a JSON body', () => {
  test('may be 16 levels deep and no deeper', () => {
    assert.ok(parse(nested(16)).ok)
    const deeper = parse(nested(17))
    assert.ok(!deeper.ok)
    assert.match(deeper.error.errors?.[0]?.message ?? '', /16 levels/)
    assert.ok(!parse(nested(30_000)).ok)
  })

  for (const name of ['__proto__', 'constructor', 'prototype']) {
    test(`may not name ${name} anywhere`, () => {
      const parsed = parse(`{"list":[{"a":{"${name}":1}}]}`)
      assert.ok(!parsed.ok)
      assert.equal(parsed.error.errors?.[0]?.path, `list.0.a.${name}`)
      assert.ok(parse(`{"value":"${name}"}`).ok)
    })
  }

  for (const [what, text] of [
    ['at the top', '{"password":"a","password":"b"}'],
    ['in a list', '{"a":[{"b":1,"c":2,"b":1}]}'],
    ['spelt in another way', '{"a":1,"\\u0061":2}'],
  ] as const) {
    test(`may not give a name twice ${what}`, () => {
      const parsed = parse(text)
      assert.ok(!parsed.ok)
      assert.equal(parsed.error.errors?.[0]?.message, 'a name is given twice')
    })
  }

  test('may hold colons, quotes and braces in its texts, and the same name in two objects', () => {
    assert.ok(parse('{"a:b":"c\\":{\\"d\\":1}","list":[{"x":1},{"x":2}],"":{},"y":{"x":"::"}}').ok)
  })

  test('with a byte order mark is not JSON', () => {
    assert.ok(!parse('\ufeff{}').ok)
  })
})
