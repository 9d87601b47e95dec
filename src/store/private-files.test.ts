// Directories for their owner only: made with their parents, kept where they are, refused where there can be none.
import assert from 'node:assert/strict'
import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openHeads, HEADS_FILE } from './audit-heads.ts'
import { createPrivateDirectory } from './private-files.ts'
import { temporaryDirectory } from './testing/temporary.ts'

const modeOf = (path: string): number => statSync(path).mode & 0o777

test('is made with its parents for its owner only', (context) => {
  const root = temporaryDirectory(context)
  createPrivateDirectory(join(root, 'a', 'b', 'c'))
  assert.deepEqual([join(root, 'a'), join(root, 'a', 'b', 'c')].map(modeOf), [0o700, 0o700])
})

test('stays as it is where there is one', (context) => {
  const root = temporaryDirectory(context)
  chmodSync(root, 0o750)
  createPrivateDirectory(root)
  assert.equal(modeOf(root), 0o750)
})

test('is refused in place of a file, below one, and where the system makes none', (context) => {
  const file = join(temporaryDirectory(context), 'file')
  writeFileSync(file, '')
  assert.throws(() => createPrivateDirectory(file), { code: 'EEXIST' })
  assert.throws(() => createPrivateDirectory(join(file, 'below')), { code: 'ENOTDIR' })
  if (process.platform === 'linux')
    assert.throws(() => createPrivateDirectory('/proc/nope/below'), { code: 'ENOENT' })
})

test(
  'a link in the place of the heads of the audit log is refused, and what it leads to stays',
  { skip: process.platform === 'win32' },
  (context) => {
    const directory = temporaryDirectory(context)
    const victim = join(directory, 'victim')
    writeFileSync(victim, 'a line without an end')
    symlinkSync(victim, join(directory, HEADS_FILE))
    assert.throws(() => openHeads(directory), { code: 'ELOOP' })
    assert.equal(readFileSync(victim, 'utf8'), 'a line without an end')
  },
)
