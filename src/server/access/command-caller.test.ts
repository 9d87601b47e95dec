import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { test } from 'node:test'
import { createCommandCaller } from './command-caller.ts'

test('INV-59 a command has one caller, over all that it waits for, and lends it to nothing that it sets off', async () => {
  const caller = createCommandCaller()
  const seen: unknown[] = []
  const command = async (): Promise<void> => {
    await setImmediate()
    seen.push(caller.name())
    caller.aside(() => seen.push(caller.name()))
    seen.push(caller.name())
  }
  await Promise.all([caller.runAs('Grid', command), command(), caller.runAs('Hedge', command)])
  assert.deepEqual(seen, ['Grid', null, 'Grid', null, null, null, 'Hedge', null, 'Hedge'])
})
