import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Finding } from '#core/finding.ts'
import { temporaryDirectory } from '#store/testing/temporary.ts'
import { examinePage } from './page.ts'

test('a page that is not there yet, is built, and is half built', (context) => {
  const root = temporaryDirectory(context)
  assert.deepEqual(examinePage(root).found, 'is built at the first start')
  mkdirSync(join(root, 'dist', 'web'), { recursive: true })
  assert.equal(examinePage(root).state, 'fail')
  writeFileSync(join(root, 'dist', 'web', 'index.html'), '')
  assert.deepEqual([examinePage(root).state, examinePage(root).found], ['ok', 'built'])
})

test('a page of another user that only that user may read is a failure, with what to do', (context) => {
  const root = reachableDirectory(context)
  chmodSync(root, 0o755)
  mkdirSync(join(root, 'dist', 'web'), { recursive: true })
  writeFileSync(join(root, 'dist', 'web', 'index.html'), '')
  chmodSync(join(root, 'dist'), 0o700)
  const bare = reachableDirectory(context)
  chmodSync(bare, 0o755)
  const script = `
    const { examinePage } = await import(process.argv[1])
    process.stdout.write(JSON.stringify(process.argv.slice(2).map(examinePage)))`
  const words = ['--input-type=module', '-e', script, join(import.meta.dirname, 'page.ts'), root, bare]
  const asked = spawnSync(process.execPath, words, { uid: 65_534, encoding: 'utf8' })
  if (asked.status !== 0) {
    context.diagnostic('only root can be another user, and only where that one may read these sources')
    return
  }
  const [closed, missing] = JSON.parse(asked.stdout) as readonly Finding[]
  assert.deepEqual([closed?.state, missing?.state], ['fail', 'fail'])
  assert.match(closed?.cure ?? '', /chmod -R a\+rX/)
  assert.match(missing?.cure ?? '', /npm run build/)
})

/** The folder for the files of tests may be one that only its owner may enter. */
function reachableDirectory(context: TestContext): string {
  const directory = mkdtempSync('/tmp/sesame-page-')
  context.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
