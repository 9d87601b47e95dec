import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
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
  ['an arrow key', ['ab\u001b[Dc\r'], 'abc'],
  ['arrow keys of the application mode', ['ab\u001bOAc\r'], 'abc'],
  ['keys with numbers', ['a\u001b[3~\u001b[1;5Cb\u001b[[Ac\r'], 'abc'],
  ['marks of a paste', ['\u001b[200~a secret\u001b[201~\r'], 'a secret'],
  ['a sequence in pieces', ['a\u001b[', '1;', '5Cb\r'], 'ab'],
  ['Enter in the middle of a sequence', ['a\u001b[1\r'], 'a'],
  ['Escape alone, before a bracket', ['a\u001b', '[b\r'], 'a[b'],
  ['Tab, Ctrl-A and others without meaning', ['a\t\u0001\u0000\u001fb\r'], 'ab'],
  ['Ctrl-U, which clears the line', ['wrong\u0015right\r'], 'right'],
  ['an erased character of two halves', ['a\u{1f511}\u007fb\r'], 'ab'],
  ['Ctrl-C', ['abc\u0003'], null],
]
for (const [what, pieces, answer] of answers) {
  test(`a hidden answer with ${what} is what was meant, and nothing of it is shown`, async () => {
    assert.deepEqual(await typed(pieces), { answer, shown: '\n' })
  })
}

test('an answer that is shown is shown unchanged', async () => {
  const { answer, shown } = await typed(['a\u{1f511}\u007fb\u001b[D\u0015c\t\r'], false)
  assert.deepEqual([answer, shown], ['c', `a\u{1f511}\b \bb${'\b \b'.repeat(2)}c\n`])
})
