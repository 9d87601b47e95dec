import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inertText } from './inert-text.ts'

test('INV-38 invisible and direction-turning characters become visible, line feeds stay', () => {
  assert.equal(inertText('plain\ttext\nwith 👍 and é'), 'plain\ttext\nwith 👍 and é')
  for (const character of [
    '\u0000',
    '\u001b',
    '\u007f',
    '\u00ad',
    '\u200b',
    '\u200e',
    '\u2028',
    '\u202e',
    '\u2066',
    '\ufeff',
  ]) {
    assert.equal(inertText(`a${character}b`), 'a\ufffdb')
  }
})
