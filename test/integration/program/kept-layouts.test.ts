/** The user's arrangements, after the process that kept them was killed at any moment. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { createWorkspace, type Layout } from '#server/workspace.ts'
import { createSettingsStore } from '#store/settings.ts'
import { openOrThrow, silentLog, temporaryDirectory } from '#store/testing/temporary.ts'

/** Lets the program keep so many layouts, then kills it; returns the version that it reported last. */
async function keepAndKill(context: TestContext, directory: string, writes: number): Promise<number> {
  const program = spawn(process.execPath, ['test/keep-layouts.ts', directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  context.after(() => program.kill('SIGKILL'))
  const exited = once(program, 'exit')
  let printed = 0
  let seen = 0
  for await (const line of createInterface({ input: program.stdout })) {
    printed = Number(line)
    seen += 1
    if (seen === writes) program.kill('SIGKILL')
  }
  await exited
  return printed
}

function namesOf(layout: Layout): ReadonlySet<string> {
  return new Set(
    layout.workspaces.flatMap(({ name, content }) => [name, String(content).slice(0, name.length)]),
  )
}

test('INV-34 a layout is the old one or the new one, never half, wherever the kill falls', async (context) => {
  const directory = temporaryDirectory(context)
  for (const writes of [1, 7, 20, 33]) {
    const printed = await keepAndKill(context, directory, writes)
    const database = openOrThrow(directory)
    const workspace = createWorkspace(createSettingsStore(database.sqlite, silentLog), silentLog)
    const layout = workspace.layout('desktop')
    assert.ok(
      layout.version === printed || layout.version === printed + 1,
      `${layout.version} after ${printed}`,
    )
    assert.equal(layout.workspaces.length, 20)
    assert.deepEqual([...namesOf(layout)], [String(layout.version)])
    database.close()
  }
})
