import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseFaultText } from './database-fault.ts'

test('files that this user may not open want another owner or mode, not a restore', () => {
  for (const detail of [
    "EACCES: permission denied, open '/data/audit-heads.txt'",
    'unable to open database file',
    'attempt to write a readonly database',
  ]) {
    const text = databaseFaultText({ kind: 'unreadable', detail }, '/data')
    assert.match(text, /Run sesame as the user that owns/)
    assert.doesNotMatch(text, /backup/)
  }
  const file = databaseFaultText(
    { kind: 'unreadable', detail: "ENOTDIR: not a directory, stat '/data'" },
    '/data',
  )
  assert.equal(file, 'DATA_DIR: /data is no directory')
  const made = databaseFaultText(
    { kind: 'unusable', detail: "EEXIST: file already exists, mkdir '/data'" },
    '/data',
  )
  assert.equal(made, file)
  for (const fault of [
    { kind: 'unreadable', detail: 'disk I/O error' },
    { kind: 'corrupt', detail: 'file is not a database' },
  ] as const) {
    assert.match(databaseFaultText(fault, '/data'), /from a backup/)
  }
})
