import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const PROGRAM = `
const { createTerminal } = await import(process.argv[1])
const terminal = createTerminal(process)
for (let line = 0; line < 5; line += 1) {
  terminal.log('a line\\n')
  terminal.out('a result')
  await new Promise((resolve) => setImmediate(resolve))
}
process.exitCode = 42`

test('log lines go to standard error, results to standard output, and nothing anywhere else', async () => {
  const script = ['--input-type=module', '-e', PROGRAM, join(import.meta.dirname, 'terminal-io.ts')]
  const child = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'pipe'] })
  const text = { out: '', error: '' }
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text.out += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => (text.error += part))
  await once(child, 'close')
  assert.deepEqual(text, { out: 'a result\n'.repeat(5), error: 'a line\n'.repeat(5) })
  const log = /^One line an event on (standard \w+), JSON/m.exec(
    readFileSync(join(import.meta.dirname, '../../../docs/security.md'), 'utf8'),
  )
  assert.equal(log?.[1], 'standard error')
})

test('INV-16 a log that cannot be written, on a full disk or in a closed pipe, does not end the program', async (context) => {
  const script = ['--input-type=module', '-e', PROGRAM, join(import.meta.dirname, 'terminal-io.ts')]
  const piped = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'pipe'] })
  piped.stdout.destroy()
  piped.stderr.destroy()
  assert.deepEqual(await once(piped, 'exit'), [42, null])
  if (!existsSync('/dev/full')) {
    context.diagnostic('this machine has no /dev/full')
    return
  }
  const full = openSync('/dev/full', 'w')
  const filled = spawn(process.execPath, script, { stdio: ['ignore', full, full] })
  assert.deepEqual(await once(filled, 'exit'), [42, null])
})
