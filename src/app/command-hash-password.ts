/** `sesame hash-password`: a password in, its argon2id text for UI_PASSWORD_HASH out; never echoed, never stored. */
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { hashPassword, NEW_HASH } from '#server/access/password.ts'
import { EXIT } from './exit-codes.ts'
import type { Terminal } from './terminal-io.ts'

const SHORTEST = 12
const LONGEST = 256

/** Reads the first line of a pipe, or asks twice on a screen. */
export async function runHashPassword(argv: readonly string[], terminal: Terminal): Promise<number> {
  if (argv.length > 0) {
    terminal.fail('hash-password takes nothing on the command line: a password there could be seen by others')
    return EXIT.usage
  }
  const asked = terminal.input.isTTY
  const password = asked ? await ask(terminal, 'Password: ') : await readPipe(terminal)
  if (asked && (await ask(terminal, 'Once more: ')) !== password) {
    terminal.fail('the two differ')
    return EXIT.refused
  }
  if (password.length < SHORTEST || password.length > LONGEST) {
    terminal.fail(`a password has ${SHORTEST} to ${LONGEST} characters`)
    return EXIT.refused
  }
  terminal.out(await hashPassword(password, randomBytes(NEW_HASH.saltLength)))
  if (asked) terminal.out('Put it into .env in single quotes: it holds $ signs.')
  return EXIT.ok
}

async function readPipe(terminal: Terminal): Promise<string> {
  const lines = createInterface({ input: terminal.input, crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    lines.close()
    return line
  }
  return ''
}

/** One line from the keyboard without showing it. */
function ask(terminal: Terminal, prompt: string): Promise<string> {
  const { input } = terminal
  terminal.log(prompt)
  input.setRawMode(true)
  input.setEncoding('utf8')
  input.resume()
  return new Promise((resolve) => {
    let typed = ''
    const end = (answer: string): void => {
      input.off('data', take)
      input.setRawMode(false)
      input.pause()
      terminal.log('\n')
      resolve(answer)
    }
    const take = (text: string): void => {
      for (const character of text) {
        if (character === '\r' || character === '\n') return end(typed)
        if (character === '\u0003' || character === '\u0004') return end('')
        typed = character === '\u007f' || character === '\b' ? typed.slice(0, -1) : typed + character
      }
    }
    input.on('data', take)
  })
}
