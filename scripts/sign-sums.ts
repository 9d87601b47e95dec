/** The signature of a release's sums, by the key that RELEASE_KEY names: it lies with whoever releases, never here. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes SHA256SUMS.sig beside SHA256SUMS; one of earlier sums goes.
 *
 * @param key  file of an OpenSSH key, or of the public half of one that an agent holds
 * @returns what to tell
 */
export function signSums(directory: string, key: string | undefined): string {
  const sums = join(directory, 'SHA256SUMS')
  rmSync(`${sums}.sig`, { force: true })
  if (key === undefined || key === '') return 'SHA256SUMS is not signed: RELEASE_KEY names no key'
  const words = ['-Y', 'sign', '-f', key, '-n', 'sesame-release', sums]
  const { status } = spawnSync('ssh-keygen', words, { stdio: ['inherit', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`SHA256SUMS was not signed: ssh-keygen ${words.join(' ')} failed`)
  return `SHA256SUMS is signed with ${key}`
}
