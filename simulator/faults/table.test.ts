import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { FAULT_FAMILIES } from './table.ts'

const ROOT = join(import.meta.dirname, '..')
const known = FAULT_FAMILIES.flatMap(({ faults }) => faults.map(({ name }) => name))

test('the table has every fault that the sources name, once, and no other', () => {
  const families = [...new Set(known.map((name) => name.split('.')[0]))].join('|')
  const named = new RegExp(`['"]((?:${families})\\.[a-z0-9_]+)['"]`, 'g')
  const used = new Set(
    globSync('**/*.{ts,json}', { cwd: ROOT, exclude: ['**/*.test.ts', 'faults/table.json'] }).flatMap(
      (path) => [...readFileSync(join(ROOT, path), 'utf8').matchAll(named)].map(([, name = '']) => name),
    ),
  )
  const listed = FAULT_FAMILIES.flatMap(({ faults }) => faults)
    .filter(({ name, acts }) => /^(?:http|ws)\./.test(name) && /^(?:instead|after|frame)$/.test(acts))
    .map(({ name }) => name)
  const others = FAULT_FAMILIES.flatMap(({ faults }) => faults).filter(({ is }) => is !== undefined)
  assert.deepEqual(
    [...new Set([...used, ...listed, ...others.map(({ name }) => name)])].toSorted(),
    known.toSorted(),
  )
  for (const { name, is = '' } of others) assert.ok(used.has(is) || listed.includes(is), name)
})
