import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_TEMPLATES } from '#core/order/exit-template.ts'
import type { ExitTemplate, ExitTemplates } from '#core/order/exit-template.ts'
import type { Client } from '../../platform/api/client.ts'
import { createBrackets, kindOf } from './brackets.ts'

const template = (name: string): ExitTemplate => ({
  name,
  targets: [{ ticks: 5, percent: 100 }],
  stop: null,
  trailing: null,
  breakEven: null,
  time: null,
})
const KEPT: ExitTemplates = {
  templates: [template('Scalp'), template('Swing')],
  defaults: { sports: 'Swing', other: null },
}

function build(memory = new Map<string, string>()) {
  let kept = KEPT
  const call = async (name: string, { body }: { readonly body?: ExitTemplates }) => {
    if (name === 'writeExitTemplates') kept = body ?? NO_TEMPLATES
    return { ok: true, value: kept }
  }
  const storage = {
    getItem: (name: string) => memory.get(name) ?? null,
    setItem: (name: string, value: string) => void memory.set(name, value),
  }
  const others = { onNews: () => undefined, onWritten: () => undefined }
  return createBrackets({ call } as unknown as Client, storage, others)
}

test('a kind of market has the default of the terminal until this tab has chosen, and keeps that over a reload', async () => {
  const memory = new Map<string, string>()
  const brackets = build(memory)
  assert.equal(brackets.of('sports'), null, 'not read yet')
  await brackets.read()
  assert.deepEqual([brackets.of('sports')?.name, brackets.of('other')], ['Swing', null])
  brackets.choose('sports', null)
  brackets.choose('other', 'Scalp')
  const again = build(memory)
  await again.read()
  assert.deepEqual([again.of('sports'), again.of('other')?.name], [null, 'Scalp'])
  assert.deepEqual([kindOf({ gameId: null }), kindOf({ gameId: 'g' as never })], ['other', 'sports'])
})

test('the next template follows the chosen one, after the last comes none', async () => {
  const brackets = build()
  await brackets.read()
  const names = [1, 2, 3, 4].map(() => brackets.next('other')?.name ?? 'none')
  assert.deepEqual(names, ['Scalp', 'Swing', 'none', 'Scalp'])
})

test('one that is no longer kept is none', async () => {
  const brackets = build()
  await brackets.read()
  brackets.choose('other', 'Swing')
  await brackets.write({ templates: [template('Scalp')], defaults: { sports: null, other: null } })
  assert.equal(brackets.of('other'), null)
})
