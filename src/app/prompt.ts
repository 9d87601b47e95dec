/** Questions on the screen and lines from a pipe. A hidden answer is never echoed. */
import { createInterface } from 'node:readline'
import type { Terminal } from './terminal-io.ts'

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
    let typed = ''
    const end = (answer: string | null, rest: string): void => {
      input.off('data', take)
      input.setRawMode(false)
      input.pause()
      terminal.log('\n')
      if (rest !== '') input.unshift(rest)
      resolve(answer)
    }
    const take = (text: string): void => {
      let rest = text
      for (const character of text) {
        rest = rest.slice(character.length)
        if (character === '\r' || character === '\n') return end(typed, rest)
        if (character === '\u0003' || character === '\u0004') return end(null, '')
        const erases = character === '\u007f' || character === '\b'
        if (!hidden && (!erases || typed !== '')) terminal.log(erases ? '\b \b' : character)
        typed = erases ? typed.slice(0, -1) : typed + character
      }
    }
    input.on('data', take)
  })
}

/** Every line of a pipe. */
export async function readLines(terminal: Terminal): Promise<readonly string[]> {
  const lines: string[] = []
  const input = createInterface({ input: terminal.input, crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of input) lines.push(line)
  return lines
}
