/** Questions on the screen and lines from a pipe. A hidden answer is never echoed. */
import { createInterface } from 'node:readline'
import type { Terminal } from './terminal-io.ts'

const [CTRL_C, CTRL_D, CTRL_U, ESCAPE, DELETE] = ['\u0003', '\u0004', '\u0015', '\u001b', '\u007f']

/** One line from the keyboard; null after Ctrl-C or Ctrl-D, which ask for the end. */
export function ask(
  terminal: Terminal,
  prompt: string,
  { hidden }: { readonly hidden: boolean },
): Promise<string | null> {
  const { input } = terminal
  terminal.log(prompt)
  input.setRawMode(true)
  input.setEncoding('utf8')
  input.resume()
  return new Promise((resolve) => {
    const typed: string[] = []
    const keys = createKeys()
    const end = (answer: string | null, rest: string): void => {
      input.off('data', take)
      input.setRawMode(false)
      input.pause()
      terminal.log('\n')
      if (rest !== '') input.unshift(rest)
      resolve(answer)
    }
    const erase = (count: number): void => {
      const erased = typed.splice(Math.max(0, typed.length - count))
      if (!hidden) terminal.log('\b \b'.repeat(erased.length))
    }
    const take = (text: string): void => {
      let rest = text
      for (const character of text) {
        rest = rest.slice(character.length)
        if (keys.takes(character, rest === '')) continue
        if (character === '\r' || character === '\n') return end(typed.join(''), rest)
        if (character === CTRL_C || character === CTRL_D) return end(null, '')
        if (character === CTRL_U) erase(typed.length)
        else if (character === DELETE || character === '\b') erase(1)
        else if (character >= ' ') {
          typed.push(character)
          if (!hidden) terminal.log(character)
        }
      }
    }
    input.on('data', take)
  })
}

/** Arrow and function keys arrive as several characters, `ESC [ ... letter` or `ESC O letter`, which are no text. */
function createKeys(): { readonly takes: (character: string, isLast: boolean) => boolean } {
  let state: 'text' | 'escape' | 'bracket' | 'letter' = 'text'
  return {
    takes(character, isLast) {
      const before = state
      state = 'text'
      if (character === ESCAPE) {
        // At the end of what arrived together it is the key of that name.
        if (!isLast) state = 'escape'
        return true
      }
      if (before === 'escape' && (character === '[' || character === 'O')) {
        state = character === '[' ? 'bracket' : 'letter'
        return true
      }
      if (before === 'bracket' && /^[ -?[]$/.test(character)) state = 'bracket'
      return (before === 'bracket' || before === 'letter') && character >= ' '
    },
  }
}

/** Every line of a pipe. */
export async function readLines(terminal: Terminal): Promise<readonly string[]> {
  const lines: string[] = []
  const input = createInterface({ input: terminal.input, crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of input) lines.push(line)
  return lines
}
