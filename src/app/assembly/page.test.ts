import assert from 'node:assert/strict'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { temporaryDirectory } from '#store/testing/temporary.ts'
import { ensurePage, pageDirectory } from './page.ts'

const BUILDER = `
  const { mkdirSync, writeFileSync } = require('node:fs')
  mkdirSync('dist/web', { recursive: true })
  writeFileSync('dist/web/index.html', '')`

/** A checkout whose builder only writes one file. */
function checkout(context: TestContext): string {
  const root = temporaryDirectory(context)
  mkdirSync(join(root, 'node_modules', 'vite', 'bin'), { recursive: true })
  writeFileSync(join(root, 'node_modules', 'vite', 'bin', 'vite.js'), BUILDER)
  return root
}

test('the page that a start builds can be read by the user of a service, whatever the umask', async (context) => {
  const root = checkout(context)
  const umask = process.umask(0o077)
  context.after(() => process.umask(umask))
  assert.deepEqual(await ensurePage(root, () => {}), { ok: true, value: true })
  assert.equal(statSync(join(root, 'dist')).mode & 0o777, 0o755)
  assert.equal(statSync(join(pageDirectory(root), 'index.html')).mode & 0o777, 0o644)
  assert.equal(process.umask(), 0o077)
})
