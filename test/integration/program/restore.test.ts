/** A backup that is put back: who was logged out since stays out, and a copy that somebody prepared is refused. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { logIn } from '../../client.ts'
import { PASSWORD, SESSION_SECRET, startTerminal, temporaryDirectory } from '../../harness.ts'
import { runSesame } from '../../program.ts'

test('INV-42 a session that was ended after the backup stays ended after the restore', async (context) => {
  const terminal = await startTerminal(context)
  const { dataDirectory } = terminal
  const other = await logIn(terminal.client().url, PASSWORD)
  const copy = join(temporaryDirectory(context), 'copy')
  const run = async (command: string): Promise<{ readonly code: number | null; readonly words: string }> => {
    const env = { SESSION_SECRET }
    const program = runSesame([command, copy, '--data', dataDirectory], { cwd: '/', env })
    const { code } = await program.ended
    return { code, words: program.out() + program.err() }
  }
  await terminal.client().ok('writeRiskSettings', { body: { limits: { max_open_orders: 7 } } })
  assert.equal((await run('backup')).code, 0)
  assert.equal((await other.call('readTrading')).status, 200)
  assert.equal(await terminal.stop(), 0)
  const restored = await run('restore')
  assert.equal(restored.code, 0, restored.words)
  await terminal.restart()
  const { url } = terminal.client()
  for (const path of ['/api/session', '/api/trading']) {
    const { status } = await fetch(`${url}${path}`, { headers: { cookie: other.session.cookie } })
    assert.equal(status, 403, path)
  }
  assert.equal((await terminal.client().call('readTrading')).status, 200)
  assert.equal((await terminal.client().ok('readRiskSettings')).limits.max_open_orders, 7)
  assert.equal((await terminal.client().ok('verifyAudit')).ok, true)

  assert.equal(await terminal.stop(), 0)
  const raw = new DatabaseSync(join(copy, 'sesame.db'))
  raw.exec(`CREATE TRIGGER session_x AFTER INSERT ON session WHEN NEW.token_hash <> 'H' BEGIN
    INSERT OR REPLACE INTO session VALUES ('H', NEW.created_at, NEW.last_used_at, NEW.secrets_fingerprint); END`)
  raw.close()
  const refused = await run('restore')
  assert.equal(refused.code, 1)
  assert.match(refused.words, /it holds the trigger session_x, which Sesame does not make/)
})
