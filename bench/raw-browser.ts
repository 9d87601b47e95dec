/**
 * A browser without Playwright, which keeps every page of its own looking as if it were in front: here a tab is hidden by another,
 * as in the hand of its user.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { waitFor } from '#test/wait-for.ts'
import { browserPath } from '../scripts/find-browser.ts'

export type RawTab = {
  readonly send: (method: string, params?: object) => Promise<unknown>
  /** Evaluates an expression; what it gives must be JSON. */
  readonly evaluate: (expression: string) => Promise<unknown>
  /** Brings it to the front of its window. */
  readonly show: () => Promise<void>
}

export type RawBrowser = { readonly openTab: () => Promise<RawTab>; readonly end: () => Promise<void> }

const answer = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
})
const opened = z.object({ targetId: z.string() })
const attached = z.object({ sessionId: z.string() })
const evaluated = z.object({ result: z.object({ value: z.unknown() }) })

/** Starts it with a window of that size. */
export async function startRawBrowser(width: number, height: number): Promise<RawBrowser> {
  const directory = mkdtempSync(join(tmpdir(), 'sesame-browser-'))
  const child = spawn(
    browserPath(),
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--window-size=${width},${height}`,
      `--user-data-dir=${directory}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'close')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const address = await waitFor('the browser', () => /ws:\/\/\S+/.exec(said)?.[0] ?? null, 30_000)
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (result: unknown) => void>()
  socket.on('message', (data: Buffer) => {
    const { id, result, error } = answer.parse(JSON.parse(data.toString()))
    if (error !== undefined) throw new Error(JSON.stringify(error))
    if (id !== undefined) waiting.get(id)?.(result)
  })
  let asked = 0
  const send = (method: string, params: object, sessionId?: string): Promise<unknown> =>
    new Promise((resolve) => {
      asked += 1
      waiting.set(asked, resolve)
      socket.send(JSON.stringify({ id: asked, method, params, sessionId }))
    })

  return {
    async openTab() {
      const { targetId } = opened.parse(await send('Target.createTarget', { url: 'about:blank' }))
      const { sessionId } = attached.parse(await send('Target.attachToTarget', { targetId, flatten: true }))
      return {
        send: (method, params = {}) => send(method, params, sessionId),
        async evaluate(expression) {
          const options = { expression, returnByValue: true, awaitPromise: true }
          return evaluated.parse(await send('Runtime.evaluate', options, sessionId)).result.value
        },
        async show() {
          await send('Target.activateTarget', { targetId })
        },
      }
    },
    async end() {
      socket.close()
      child.kill()
      await ended
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
