import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { as, listIfAny, nullable, record, says } from './codec.ts'
import { amount, foreignText, integer, optionalInstant, steps, text } from './fields.ts'
import { schemaOf } from './schema.ts'

test('an instant that RFC 3339 cannot express is none', () => {
  const last = Date.parse('9999-12-31T23:59:59.999Z')
  assert.equal(optionalInstant.encode(last), '9999-12-31T23:59:59.999Z')
  assert.equal(optionalInstant.encode(last + 1), null)
  assert.equal(optionalInstant.encode(null), null)
})

describe('a record', () => {
  const sample = record(null, {
    filledSize: amount,
    isFinal: as('settled', says(integer, 'A number')),
    ids: says(listIfAny(text), 'Left out where there are none'),
    note: nullable(says(foreignText, 'In words')),
    slippage: steps,
  })
  const core = { filledSize: 1_500_000n as never, isFinal: 1, ids: ['a'], note: null, slippage: 250 }
  const wire = { filled_size: '1.5', settled: 1, ids: ['a'], note: null, slippage: '0.025' }

  test('is written and read by the names that its fields have on the wire', () => {
    assert.deepEqual(sample.encode(core), wire)
    assert.deepEqual(sample.decode(wire), core)
    assert.deepEqual(Object.keys(sample.encode({ ...core, ids: [] })), Object.keys(wire).toSpliced(2, 1))
  })

  test('has a schema with its descriptions, which knows every field', () => {
    const schema = schemaOf(sample)
    assert.ok(schema.safeParse(wire).success)
    assert.ok(schema.safeParse({ ...wire, ids: undefined }).success)
    assert.ok(!schema.safeParse({ ...wire, other: 1 }).success)
    const { properties } = schema.toJSONSchema() as { readonly properties: Record<string, object> }
    assert.match(JSON.stringify(properties['note']), /"description":"In words"/)
    assert.match(JSON.stringify(properties['settled']), /"description":"A number"/)
  })
})
