import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

test('what nobody waits for fails its own test; suites, hooks and parts belong to what declared them', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'sesame-runner-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'made.test.mjs')
  writeFileSync(
    file,
    `import { afterEach, describe, test } from 'node:test'
    const soon = () => new Promise((go) => setImmediate(go))
    let seen = ''
    describe('a suite', () => {
      afterEach(({ name }) => (seen += name + ', '))
      test('rejects', async () => {
        void Promise.reject(new Error('nobody waits'))
        await soon()
      })
      test('throws', async () => {
        await new Promise((go) => setImmediate(() => {
          setImmediate(go)
          throw new Error('late')
        }))
      })
    })
    test('parts', async (context) => {
      await context.test('a part', soon)
      if (seen !== 'rejects, throws, ') throw new Error(seen)
    })`,
  )
  const { status, stdout } = spawnSync(
    process.execPath,
    ['scripts/run-tests.ts', join(folder), relative(root, file)],
    { cwd: root, encoding: 'utf8', env: { PATH: process.env['PATH'] } },
  )
  const lines = stdout.split('\n').map((line) => line.replace(/ \([\d.]+ms\)$/, ''))
  assert.deepEqual(lines.slice(1, 8), [
    '  ▶ a suite',
    '    ✖ rejects',
    '    ✖ throws',
    '  ✖ a suite',
    '  ▶ parts',
    '    ✔ a part',
    '  ✔ parts',
  ])
  assert.equal(status, 1)
})
