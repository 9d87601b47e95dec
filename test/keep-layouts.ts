/** A program that keeps layouts one after the other until it is killed; every line of output is the version last kept. */
import { openDatabase } from '#store/database.ts'
import { createSettingsStore } from '#store/settings.ts'
import { createWorkspace } from '#server/workspace.ts'

const [directory = ''] = process.argv.slice(2)
const opened = openDatabase({ directory, installId: 'ab'.repeat(32), now: 1 })
if (!opened.ok) throw new Error(`cannot open ${directory}`)
const quiet = (): void => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
const workspace = createWorkspace(createSettingsStore(opened.value.sqlite, log), log)

for (;;) {
  const { version } = workspace.layout('desktop')
  const name = String(version + 1)
  const workspaces = Array.from({ length: 20 }, (_, index) => ({
    id: String(index),
    name,
    content: name.repeat(400),
  }))
  const kept = workspace.setLayout('desktop', { version, workspaces, active: name })
  if (!kept.ok) throw new Error(kept.error)
  process.stdout.write(`${kept.value.version}\n`)
}
