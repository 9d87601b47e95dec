// A WebSocket client for tests: frames in their order of arrival, each waited for, nothing lost in between.
import { WebSocket } from 'ws'

export type TestSocket = {
  send(frame: unknown): void
  sendText(text: string): void
  /** The next frame's text, now or when it comes. */
  nextText(): Promise<string>
  next(): Promise<unknown>
  /** Frames that have come and were not asked for yet. */
  waiting(): number
  readonly closed: Promise<number>
  close(): void
}

/** Opens a connection; rejects when the upgrade is refused. */
export function connect(url: string): Promise<TestSocket> {
  const web = new WebSocket(url, { perMessageDeflate: false, headers: { 'user-agent': 'test' } })
  const frames: string[] = []
  const asking: ((text: string) => void)[] = []
  web.on('message', (data: Buffer) => {
    const text = data.toString('utf8')
    const ask = asking.shift()
    if (ask === undefined) frames.push(text)
    else ask(text)
  })
  const { promise: closed, resolve: sayClosed } = Promise.withResolvers<number>()
  web.on('close', sayClosed)

  function nextText(): Promise<string> {
    const ready = frames.shift()
    if (ready !== undefined) return Promise.resolve(ready)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no frame came in five seconds')), 5_000)
      timer.unref()
      asking.push((text) => {
        clearTimeout(timer)
        resolve(text)
      })
    })
  }

  const socket: TestSocket = {
    send: (frame) => web.send(JSON.stringify(frame)),
    sendText: (text) => web.send(text),
    nextText,
    next: async () => JSON.parse(await nextText()) as unknown,
    waiting: () => frames.length,
    closed,
    close: () => web.terminate(),
  }
  return new Promise((resolve, reject) => {
    web.on('open', () => resolve(socket))
    web.on('error', reject)
  })
}
