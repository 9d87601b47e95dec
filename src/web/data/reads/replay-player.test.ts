// An open replay on the page: one command at a time, and the events as far as they have come.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { WireOf } from '#contract/codec/codec.ts'
import type { Decoded } from '../../platform/api/answers.ts'
import { replayState } from '#contract/records/replay.ts'
import { ok } from '#lib/result.ts'
import type { Client } from '../../platform/api/client.ts'
import type { Sink } from '../../platform/live/socket.ts'
import { createReplayPlayer } from './replay-player.ts'

type Opened = Decoded<'openReplay'>

function open() {
  const wire = { markets: 0, playing: false } as WireOf<typeof replayState>
  const state = replayState.decode(wire)
  const opened: Opened = { id: 'r', state, marks: [], events: [] }
  const asked: string[] = []
  let events: Opened['events'] = []
  let sink: Sink | null = null
  const call = async (name: string, input: { readonly body?: { readonly do: string } }) => {
    asked.push(input.body?.do ?? name)
    await setImmediate()
    return ok(name === 'readReplay' ? { ...opened, events } : state)
  }
  const player = createReplayPlayer({
    client: { call: call as unknown as Client['call'] },
    live: {
      watch(_, given) {
        sink = given
        return () => undefined
      },
    },
    opened,
  })
  const follow = (markets: number, given: Opened['events']): void => {
    events = given
    sink?.delta({ ...wire, markets })
  }
  return { player, asked, follow }
}

test('events are read again once more markets were followed, and only then', async () => {
  const { player, asked, follow } = open()
  const event = { id: 'pm:1' } as Opened['events'][number]
  follow(0, [event])
  await setImmediate()
  assert.deepEqual([asked, player.events.get()], [[], []])
  follow(1, [event])
  await setImmediate()
  await setImmediate()
  assert.deepEqual([asked, player.events.get()], [['readReplay'], [event]])
})

test('of commands that wait the newest counts', async () => {
  const { player, asked } = open()
  player.run({ do: 'play' })
  await Promise.resolve()
  for (const what of ['pause', 'next_fill'] as const) player.run({ do: what })
  for (let turn = 0; turn < 6; turn += 1) await setImmediate()
  assert.deepEqual(asked, ['play', 'next_fill'])
})
