import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createLive } from './socket.ts'
import type { Socket } from './socket.ts'

function build() {
  let now = 0
  let tasks: { at: number; task: () => void }[] = []
  const sockets: (Socket & { sent: { op: string; topics?: string[] }[]; closed: boolean })[] = []
  const events: string[] = []
  const live = createLive({
    open: () => {
      const socket: (typeof sockets)[number] = {
        sent: [],
        closed: false,
        send: (text) => socket.sent.push(JSON.parse(text)),
        close: () => {
          socket.closed = true
        },
        onopen: null,
        onmessage: null,
        onclose: null,
      }
      sockets.push(socket)
      return socket
    },
    now: () => now,
    after: (ms, task) => {
      const one = { at: now + ms, task }
      tasks.push(one)
      return () => {
        tasks = tasks.filter((other) => other !== one)
      }
    },
    onSessionEnd: () => events.push('session end'),
    onWake: (ms) => events.push(`slept ${ms}`),
  })
  const pass = (ms: number) => {
    for (const end = now + ms; ;) {
      const next = tasks.toSorted((a, b) => a.at - b.at)[0]
      if (next === undefined || next.at > end) {
        now = end
        return
      }
      now = Math.max(now, next.at)
      tasks = tasks.filter((one) => one !== next)
      next.task()
    }
  }
  const jump = (ms: number) => {
    now += ms
  }
  const tell = (frame: object) => sockets.at(-1)?.onmessage?.({ data: JSON.stringify(frame) })
  const sinkOf = (events: string[]) => ({
    snapshot: (data: unknown) => events.push(`snapshot ${String(data)}`),
    delta: (data: unknown) => events.push(`delta ${String(data)}`),
    lost: (reason: string) => events.push(`lost ${reason}`),
  })
  return { live, sockets, events, pass, jump, tell, sinkOf }
}

test('topics watched before and after opening are subscribed; frames reach their sink', () => {
  const t = build()
  const events: string[] = []
  t.live.watch('orders', t.sinkOf(events))
  t.live.start()
  t.sockets[0]?.onopen?.()
  t.live.watch('fills', t.sinkOf(events))
  t.pass(0)
  assert.deepEqual(
    t.sockets[0]?.sent.filter((frame) => frame.op === 'sub').map((frame) => frame.topics),
    [['orders'], ['fills']],
  )
  t.tell({ topic: 'orders', seq: 1, type: 'snapshot', data: 'a' })
  t.tell({ topic: 'orders', seq: 2, type: 'delta', data: 'b' })
  t.tell({ topic: 'unknown', seq: 1, type: 'snapshot', data: 'c' })
  assert.deepEqual(events, ['snapshot a', 'delta b'])
})

test('a gap asks for a resync, and the sink is lost until the snapshot', () => {
  const t = build()
  const events: string[] = []
  t.live.watch('orders', t.sinkOf(events))
  t.live.start()
  t.sockets[0]?.onopen?.()
  t.tell({ topic: 'orders', seq: 1, type: 'snapshot', data: 'a' })
  t.tell({ topic: 'orders', seq: 3, type: 'delta', data: 'c' })
  t.tell({ topic: 'orders', seq: 4, type: 'delta', data: 'd' })
  t.pass(0)
  t.tell({ topic: 'orders', seq: 5, type: 'snapshot', data: 'e' })
  assert.deepEqual(events, ['snapshot a', 'lost resync', 'snapshot e'])
  assert.equal(t.sockets[0]?.sent.filter((frame) => frame.op === 'resync').length, 1)
  assert.equal(t.live.link.get().gaps, 1)
})

test('for any frames: a delta is applied only right after the frame applied before it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ type: fc.constantFrom('snapshot' as const, 'delta' as const), seq: fc.nat(8) })),
      (frames) => {
        const t = build()
        const events: string[] = []
        t.live.watch('orders', t.sinkOf(events))
        t.live.start()
        t.sockets[0]?.onopen?.()
        let last: number | null = null
        for (const { type, seq } of frames) {
          const before = events.length
          t.tell({ topic: 'orders', seq, type, data: seq })
          const isApplied: boolean = type === 'snapshot' || (last !== null && seq === last + 1)
          const isNews: boolean = last !== null || isApplied
          assert.deepEqual(events.slice(before), isNews ? [isApplied ? `${type} ${seq}` : 'lost resync'] : [])
          last = isApplied ? seq : null
        }
      },
    ),
  )
})

test('a topic that the terminal cannot tell is lost until its snapshot, and asked for again after 5 s', () => {
  const t = build()
  const events: string[] = []
  t.live.watch('orders', t.sinkOf(events))
  t.live.start()
  t.sockets[0]?.onopen?.()
  const asked = () => t.sockets[0]?.sent.filter((frame) => frame.op === 'sub').length
  t.tell({ topic: 'orders', seq: 1, type: 'snapshot', data: 'a' })
  t.tell({ op: 'error', code: 'topic_failed', topic: 'orders', message: '' })
  t.tell({ topic: 'orders', seq: 2, type: 'delta', data: 'b' })
  for (let seconds = 0; seconds < 6; seconds += 1) {
    t.pass(1_000)
    t.tell({ op: 'pong' })
  }
  assert.equal(asked(), 2)
  t.tell({ topic: 'orders', seq: 2, type: 'snapshot', data: 'c' })
  assert.deepEqual(events, ['snapshot a', 'lost resync', 'snapshot c'])
})

test('silence of 3 s loses the link; it comes back after 0.5 s with all topics, then more slowly', () => {
  const t = build()
  const events: string[] = []
  t.live.watch('orders', t.sinkOf(events))
  t.live.start()
  t.sockets[0]?.onopen?.()
  t.tell({ op: 'pong' })
  assert.equal(t.live.link.get().state, 'live')
  t.pass(3_000)
  assert.equal(t.live.link.get().state, 'live')
  t.pass(1_000)
  assert.equal(t.live.link.get().state, 'lost')
  assert.equal(t.sockets[0]?.closed, true)
  assert.deepEqual(events, ['lost link'])
  t.pass(500)
  assert.equal(t.sockets.length, 2)
  t.sockets[1]?.onclose?.({ code: 1006 })
  t.pass(999)
  assert.equal(t.sockets.length, 2)
  t.pass(1)
  assert.equal(t.sockets.length, 3)
  t.sockets[2]?.onopen?.()
  assert.deepEqual(t.sockets[2]?.sent[0], { op: 'sub', topics: ['orders'] })
  assert.equal(t.live.link.get().state, 'live')
})

test('a press right after a sleep or a standstill, before any timer, finds that nothing was received lately', () => {
  const t = build()
  assert.equal(t.live.isReceiving(), false)
  t.live.start()
  t.sockets[0]?.onopen?.()
  assert.equal(t.live.isReceiving(), true)
  t.jump(3_001)
  assert.deepEqual([t.live.link.get().state, t.live.isReceiving()], ['live', false])
  t.tell({ op: 'pong', server_time: '2026-11-20T20:00:00.000Z' })
  assert.equal(t.live.isReceiving(), true)
  t.sockets[0]?.onclose?.({ code: 1006 })
  assert.equal(t.live.isReceiving(), false)
})

test('after a sleep every topic is lost and the link is opened again', () => {
  const t = build()
  const events: string[] = []
  t.live.watch('orders', t.sinkOf(events))
  t.live.start()
  t.sockets[0]?.onopen?.()
  t.jump(70_000)
  t.pass(0)
  assert.deepEqual(events, ['lost link'])
  assert.deepEqual(t.events, ['slept 69000'])
  t.pass(500)
  assert.equal(t.sockets.length, 2)
})

test('a hidden tab whose timers come once a minute keeps its link while frames arrive', () => {
  const t = build()
  const events: string[] = []
  t.live.watch('orders', t.sinkOf(events))
  t.live.start()
  t.sockets[0]?.onopen?.()
  t.tell({ topic: 'orders', seq: 1, type: 'snapshot', data: 'a' })
  for (let seq = 2; seq <= 32; seq += 1) {
    t.jump(2_000)
    t.tell({ topic: 'orders', seq, type: 'delta', data: seq })
  }
  t.pass(0)
  assert.deepEqual(t.events, [])
  assert.equal(t.sockets.length, 1)
  assert.equal(events.at(-1), 'delta 32')
})

test('a frame that was waiting during a sleep does not count as new data: the first task after the sleep connects again', () => {
  const t = build()
  const events: string[] = []
  t.live.watch('orders', t.sinkOf(events))
  t.live.start()
  t.sockets[0]?.onopen?.()
  t.tell({ topic: 'orders', seq: 1, type: 'snapshot', data: 'a' })
  t.jump(70_000)
  t.tell({ topic: 'orders', seq: 2, type: 'delta', data: 'b' })
  assert.deepEqual(events, ['snapshot a', 'lost link'])
  assert.deepEqual(t.events, ['slept 69000'])
  t.pass(0)
  assert.deepEqual(t.events, ['slept 69000'])
  t.pass(500)
  assert.equal(t.sockets.length, 2)
})

test('the end of a session is reported and the link is not opened again', () => {
  const t = build()
  t.live.start()
  t.sockets[0]?.onopen?.()
  t.sockets[0]?.onclose?.({ code: 4401 })
  t.pass(10_000)
  assert.deepEqual(t.events, ['session end'])
  assert.equal(t.sockets.length, 1)
})

test('a topic without a watcher is left after 10 s, not before', () => {
  const t = build()
  t.live.start()
  t.sockets[0]?.onopen?.()
  const stop = t.live.watch('book:pm:1', t.sinkOf([]))
  stop()
  const unsubs = () => t.sockets[0]?.sent.filter((frame) => frame.op === 'unsub').length
  for (let second = 0; second < 9; second += 1) {
    t.pass(1_000)
    t.tell({ op: 'pong' })
  }
  assert.equal(unsubs(), 0)
  t.pass(1_000)
  t.pass(0)
  assert.equal(unsubs(), 1)
})
