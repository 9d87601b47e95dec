// Rules shown here: API-10. What the doctor finds on this machine, as a user that may not do everything.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Finding } from '#core/finding.ts'

test('a data directory of another user, and one that cannot be made, are failures with owner and way out', (context) => {
  const shut = mkdtempSync('/tmp/sesame-host-')
  context.after(() => rmSync(shut, { recursive: true, force: true }))
  mkdirSync(join(shut, 'open'))
  chmodSync(shut, 0o700)
  const script = `
    const { examineHost } = await import(process.argv[1])
    process.stdout.write(JSON.stringify(process.argv.slice(2).map((path) => examineHost('/nowhere/.env', path))))`
  const words = [
    '--input-type=module',
    '-e',
    script,
    join(import.meta.dirname, 'host.ts'),
    shut,
    '/etc/sesame',
  ]
  const asked = spawnSync(process.execPath, words, { uid: 65_534, gid: 65_534, encoding: 'utf8' })
  if (process.getuid?.() !== 0) {
    context.diagnostic('only root can be another user')
    return
  }
  const found = JSON.parse(asked.stdout) as readonly (readonly Finding[])[]
  const [other, unmade] = found.map((findings) => findings.find(({ check }) => check === 'DATA_DIR'))
  assert.match(other?.found ?? '', /^this user may not use it: .* belongs to the user with the id 0$/)
  assert.match(unmade?.found ?? '', /^cannot be made: \/etc belongs to the user with the id 0$/)
  for (const one of [other, unmade]) {
    assert.equal(one?.state, 'fail')
    assert.match(one?.cure ?? '', /as that user, or name another directory in DATA_DIR/)
  }
})
