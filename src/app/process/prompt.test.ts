import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { ask } from './prompt.ts'
import type { Terminal } from './terminal-io.ts'

/** Answer after these pieces arrive from the keyboard one by one, and the screen. */
async function typed(
  pieces: readonly string[],
  hidden = true,
): Promise<{ readonly answer: string | null; readonly shown: string }> {
  const keyboard = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => keyboard })
  let shown = ''
  const terminal: Terminal = {
    out: () => {},
    fail: () => {},
    log: (text) => void (shown += text),
    variables: {},
    envFile: '/.env',
    interactive: true,
    input: keyboard as unknown as NodeJS.ReadStream,
    onSignal: () => {},
  }
  const asked = ask(terminal, '', { hidden })
  for (const piece of pieces) {
    keyboard.write(piece)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { answer: await asked, shown }
}

const answers: readonly (readonly [what: string, pieces: readonly string[], answer: string | null])[] = [
  ['keys with numbers', ['a\u001b[3~\u001b[15~b\r'], 'ab'],
  ['marks of a paste', ['\u001b[200~a secret\u001b[201~\r'], 'a secret'],
  ['a sequence in pieces', ['a\u001b[', '1;', '5Ab\r'], 'ab'],
  ['Ctrl-U, which clears the line', ['wrong\u0015right\r'], 'right'],
  ['an erased character of two halves', ['a\u{1f511}\u007fb\r'], 'ab'],
  ['Ctrl-C', ['abc\u0003'], null],
  ['Ctrl-D', ['\u0004'], null],
]
for (const [what, pieces, answer] of answers) {
  test(`a hidden answer with ${what} is what was meant, and nothing of it is shown`, async () => {
    const typedIn = await typed(pieces)
    assert.equal(typedIn.answer, answer)
    assert.equal(stripVTControlCharacters(typedIn.shown).trim(), '')
  })
}

test('an answer that is shown is shown', async () => {
  const { answer, shown } = await typed(['abc\r'], false)
  assert.equal(answer, 'abc')
  assert.match(shown, /abc/)
})
