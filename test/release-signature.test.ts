/** The sums of a release, signed with a key of the moment and verified as docs/operations.md says. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { signSums } from '../scripts/sign-sums.ts'
import { temporaryDirectory } from './harness.ts'

const [VERIFY = ''] =
  /ssh-keygen -Y verify [^`]+/.exec(
    readFileSync(join(import.meta.dirname, '..', 'docs', 'operations.md'), 'utf8'),
  ) ?? []
const SUMS = `${'0'.repeat(64)}  sesame-0.1.0-linux-x64.tar.gz\n`
const skip = spawnSync('ssh-keygen', ['-?']).error !== undefined && 'there is no ssh-keygen here'

/** A directory with sums, a key and its line among those that are trusted. */
function released(context: TestContext): { readonly directory: string; readonly key: string } {
  const directory = temporaryDirectory(context)
  const key = join(directory, 'key')
  const made = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  assert.equal(made.status, 0)
  writeFileSync(join(directory, 'KEYS'), `release ${readFileSync(`${key}.pub`, 'utf8')}`)
  writeFileSync(join(directory, 'SHA256SUMS'), SUMS)
  return { directory, key }
}

function verified(directory: string): boolean {
  return spawnSync('sh', ['-c', VERIFY], { cwd: directory }).status === 0
}

test('signed sums verify; changed ones and those of another key do not', { skip }, (context) => {
  const { directory, key } = released(context)
  assert.match(signSums(directory, key), /is signed with/)
  assert.equal(verified(directory), true)
  writeFileSync(join(directory, 'SHA256SUMS'), SUMS.replace('0', '1'))
  assert.equal(verified(directory), false)
  assert.match(signSums(directory, released(context).key), /is signed with/)
  assert.equal(verified(directory), false)
  assert.match(signSums(directory, key), /is signed with/)
  assert.equal(verified(directory), true)
})

test(
  'without a key it is said that the sums are not signed, and no earlier signature stays',
  { skip },
  (context) => {
    const { directory, key } = released(context)
    signSums(directory, key)
    for (const none of [undefined, '']) assert.match(signSums(directory, none), /not signed/)
    assert.equal(existsSync(join(directory, 'SHA256SUMS.sig')), false)
    assert.throws(() => signSums(directory, join(directory, 'nowhere')), /was not signed/)
  },
)
