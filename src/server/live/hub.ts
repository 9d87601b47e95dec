/** All tabs and the topics they share: one topic is computed and encoded once, however many tabs follow it. */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import { createCoalescer } from './coalescer.ts'
import { changeOf, type Change } from './frames.ts'
import { CLOSE_SESSION_ENDED, createTab, type Tab, type TabEvents } from './session.ts'
import type { Topics } from './topics.ts'
import type { Topic } from './topic.ts'

const MAX_TOPICS_PER_TAB = 200
const LIVENESS_CHECK_MS = 1_000
const SESSION_CHECK_MS = 10_000

type Channel = {
  topic: Topic
  readonly tabs: Set<Tab>
  /** It threw or has no value yet: the state of its tabs is unknown, and all of them need a snapshot. */
  isBroken: boolean
}

const NOTHING: Topic = { snapshot: () => null, advance: () => null, close: () => undefined }

/** A topic opened again: one that is not known now says nothing until it is. */
function reopen(channel: Channel, open: () => Topic | null): void {
  channel.topic.close()
  channel.topic = open() ?? NOTHING
  channel.isBroken = true
}

function sayFailed(tab: Tab, name: string): void {
  tab.sendError('topic_failed', 'topic temporarily unavailable', name)
}

function logFailure(log: Log, name: string, error: unknown): void {
  const words = error instanceof Error ? (error.stack ?? error.message) : 'unknown'
  log.error('live.topic_failed', { topic: name, error: words })
}

/**
 * A topic that throws, which is a bug, ends neither the process nor another topic: its tabs receive `topic_failed`, and get a
 * snapshot as soon as one can be made, tried every second.
 *
 * @param createTopics  its argument is called with the name of a topic that may have changed, open or not
 * @param isAlive  whether a session still lasts; asked every 10 s for every tab
 */
export function createHub(
  createTopics: (changed: (name: string) => void) => Topics,
  clock: Clock,
  log: Log,
  isAlive: (sessionId: string) => boolean,
) {
  const tabs = new Set<Tab>()
  const channels = new Map<string, Channel>()
  const coalescer = createCoalescer(clock, flush)
  const topics = createTopics((name) => {
    if (channels.has(name)) coalescer.mark(name)
  })

  function flush(names: readonly string[]): void {
    const corked = new Set<Tab>()
    for (const name of names) {
      const channel = channels.get(name)
      const change = channel === undefined ? null : nextChange(name, channel)
      if (channel === undefined || change === null) continue
      for (const tab of channel.tabs) {
        if (!corked.has(tab)) tab.cork()
        corked.add(tab)
        tab.deliver(change)
      }
    }
    for (const tab of corked) tab.uncork()
  }

  function nextChange(name: string, channel: Channel): Change | null {
    try {
      const delta = channel.topic.advance()
      if (channel.isBroken) {
        const whole = channel.topic.snapshot()
        channel.isBroken = whole === null
        return whole === null ? null : changeOf(name, 'snapshot', whole)
      }
      return delta === null ? null : changeOf(name, 'delta', delta)
    } catch (error) {
      if (!channel.isBroken) breakOff(name, channel, error)
      return null
    }
  }

  function breakOff(name: string, channel: Channel, error: unknown): void {
    channel.isBroken = true
    logFailure(log, name, error)
    for (const tab of channel.tabs) sayFailed(tab, name)
  }

  function channelOf(name: string): Channel | null {
    const open = channels.get(name)
    if (open !== undefined) return open
    const topic = topics.open(name)
    if (topic === null) return null
    const channel: Channel = { topic, tabs: new Set(), isBroken: false }
    channels.set(name, channel)
    return channel
  }

  function leave(tab: Tab, name: string): void {
    tab.leave(name)
    const channel = channels.get(name)
    if (channel === undefined || !channel.tabs.delete(tab) || channel.tabs.size > 0) return
    channels.delete(name)
    coalescer.drop(name)
    channel.topic.close()
  }

  function sendSnapshot(tab: Tab, name: string): void {
    const channel = channels.get(name)
    if (channel === undefined) return
    try {
      const whole = channel.topic.snapshot()
      channel.isBroken ||= whole === null
      if (whole !== null) tab.deliver(changeOf(name, 'snapshot', whole))
    } catch (error) {
      if (channel.isBroken) sayFailed(tab, name)
      else breakOff(name, channel, error)
    }
  }

  function join(tab: Tab, name: string): void {
    if (!tab.topics.has(name) && tab.topics.size >= MAX_TOPICS_PER_TAB) {
      return tab.sendError('too_many_topics', `at most ${MAX_TOPICS_PER_TAB} topics`, name)
    }
    let channel: Channel | null
    try {
      channel = channelOf(name)
    } catch (error) {
      logFailure(log, name, error)
      return sayFailed(tab, name)
    }
    if (channel === null) return tab.sendError('unknown_topic', 'there is no such topic', name)
    channel.tabs.add(tab)
    tab.join(name)
    sendSnapshot(tab, name)
  }

  function together(tab: Tab, names: readonly string[], action: (name: string) => void): void {
    tab.cork()
    for (const name of names) action(name)
    tab.uncork()
  }

  const events: TabEvents = {
    subscribe: (tab, names) => together(tab, names, (name) => join(tab, name)),
    unsubscribe(tab, names) {
      for (const name of names) leave(tab, name)
    },
    resync: (tab, names) => together(tab, names, (name) => sendSnapshot(tab, name)),
    closed(tab) {
      for (const name of tab.topics) leave(tab, name)
      tabs.delete(tab)
    },
  }

  const timers = [
    clock.every(LIVENESS_CHECK_MS, () => {
      for (const tab of tabs) tab.check()
      for (const [name, { isBroken }] of channels) if (isBroken) coalescer.mark(name)
    }),
    clock.every(SESSION_CHECK_MS, () => {
      for (const tab of tabs) if (!isAlive(tab.sessionId)) tab.close(CLOSE_SESSION_ENDED, 'session ended')
    }),
  ]

  return {
    /** Takes over a socket whose upgrade has been allowed. */
    attach(socket: WebSocket, stream: Duplex, sessionId: string): void {
      tabs.add(createTab({ socket, stream, sessionId, clock }, events))
    },
    /** How many tabs are connected; those whose owner passes when asked for them. */
    count: (passes: (ownerId: string) => boolean = () => true): number =>
      [...tabs].filter(({ sessionId }) => passes(sessionId)).length,
    /** Closes the tabs of a session that has ended. */
    closeSession(sessionId: string): void {
      for (const tab of tabs) if (tab.sessionId === sessionId) tab.close(CLOSE_SESSION_ENDED, 'session ended')
    },
    /** Opens every topic again and sends all tabs the whole of it: what was said last is of another time. */
    renew(): void {
      for (const [name, channel] of channels) {
        reopen(channel, () => topics.open(name))
        if (channel.topic === NOTHING) for (const tab of channel.tabs) sayFailed(tab, name)
        coalescer.mark(name)
      }
    },
    /** Asks every tab to go. */
    stop(): void {
      for (const cancel of timers) cancel()
      coalescer.stop()
      topics.stop()
      for (const tab of tabs) tab.close(1001, 'the terminal is stopping')
    },
    /** Cuts those that have not gone. */
    terminate(): void {
      for (const tab of tabs) tab.terminate()
    },
  }
}

export type Hub = ReturnType<typeof createHub>
