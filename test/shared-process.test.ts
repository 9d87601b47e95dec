/** Test files that share one process stay apart only while none of them does anything to the process or to every test. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SHARED_PROCESS } from './shared-process.ts'

const source = join(import.meta.dirname, '..', 'src')
/** A hook at the margin belongs to no `describe`; the rest changes what other files find. */
const REACHES_OTHERS = [
  /^(?:before|after|beforeEach|afterEach)\(/m,
  /\bglobalThis(?:\.\w+|\[.*?\]) =[^=]/,
  /\bprocess\.(?:on|once|chdir|exit)\(/,
  /\bprocess\.(?:env\S*|exitCode) =[^=]/,
  /\bmock\./,
]
const reachesOthers = (text: string): boolean => REACHES_OTHERS.some((pattern) => pattern.test(text))

test('files of the layers that share a process have no hook of a whole file and change nothing of the process', () => {
  const files = globSync(`{${SHARED_PROCESS.join(',')}}/**/*.test.ts`, { cwd: source })
  assert.ok(files.length > 200, `${files.length} files`)
  const found = files.filter((file) => reachesOthers(readFileSync(join(source, file), 'utf8')))
  assert.deepEqual(found, [])
  const examples = ['x\nafterEach(', 'globalThis.fetch = other', "process.env['A'] = 'b'", 'process.on(']
  assert.deepEqual(examples.map(reachesOthers), [true, true, true, true])
})
