/** Questions on the screen and lines from a pipe. A hidden answer is never echoed. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Terminal } from './terminal-io.ts'

/** One line from the keyboard; null after Ctrl-C or Ctrl-D, which ask for the end. */
export function ask(
  terminal: Terminal,
  prompt: string,
  { hidden }: { readonly hidden: boolean },
): Promise<string | null> {
  let isMuted = false
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isMuted) terminal.log(chunk.toString())
      done()
    },
  })
  const lines = createInterface({ input: terminal.input, output, terminal: true, historySize: 0 })
  lines.setPrompt(prompt)
  lines.prompt()
  isMuted = hidden
  return new Promise((resolve) => {
    lines.once('SIGINT', () => lines.close())
    lines.once('line', (answer) => {
      resolve(answer)
      lines.close()
    })
    lines.once('close', () => {
      if (isMuted) terminal.log('\n')
      resolve(null)
    })
  })
}

/** Every line of a pipe. */
export async function readLines(terminal: Terminal): Promise<readonly string[]> {
  return (await text(terminal.input)).split(/\r?\n/)
}
