import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
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
