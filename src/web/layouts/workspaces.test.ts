import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { err, ok } from '#lib/result.ts'
import type { Client } from '../platform/api/client.ts'
import { createEventCache } from '../platform/api/event-cache.ts'
import { createStore } from '../platform/state/store.ts'
import type { Selection } from '../data/markets/selection.ts'
import { isActiveTab } from '../dock/layout/active-tabs.ts'
import { activate, closePanel } from '../dock/layout/tree.ts'
import { createWorkspaces } from './workspaces.ts'
import type { Workspaces } from './workspaces.ts'

type Body = { version: number; workspaces: unknown[]; active: string | null }

/** The layouts of the server, in memory: versions, and what was before. */
function createServer() {
  let current: Body = { version: 0, workspaces: [], active: null }
  let before: Body[] = []
  let isDown = false
  const answer = () => ok({ ...structuredClone(current), canUndo: before.length > 0 })
  const stale = err({ kind: 'problem', problem: { code: 'stale_version' } })
  function call(name: string, input: { body?: Body }): unknown {
    if (isDown) return err({ kind: 'network' })
    const version = input.body?.version ?? 0
    if (name === 'readLayout') return answer()
    if (version !== current.version) return stale
    if (name === 'undoLayout') {
      current = { ...(before[0] ?? current), version: version + 1 }
      before = []
      return answer()
    }
    before = [current]
    current = { ...structuredClone(input.body ?? current), version: version + 1 }
    return answer()
  }
  return {
    client: {
      call: (name: string, input: { body?: Body }) => Promise.resolve(call(name, input)),
    } as unknown as Client,
    ids: () => current.workspaces.map((one) => (one as { id: string }).id),
    version: () => current.version,
    setDown: (down: boolean) => {
      isDown = down
    },
  }
}

type Server = ReturnType<typeof createServer>

/** A browser's storage. */
function createMemory(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  }
}

function createTab(server: Server, sessionStorage = createMemory()) {
  const tasks: (() => void)[] = []
  const messages: string[] = []
  const leaves: (() => void)[] = []
  const news: (() => void)[] = []
  let minted = 0
  const workspace = createWorkspaces({
    view: {
      sessionStorage,
      localStorage: createMemory(),
      addEventListener: (_type, task) => void leaves.push(task),
    },
    client: server.client,
    after: (_ms, task) => {
      tasks.push(task)
      return () => void tasks.splice(tasks.indexOf(task), 1)
    },
    mint: () => `own-${(minted += 1)}`,
    notKept: (_title, text) => void messages.push(text),
    onNews: (task) => void news.push(task),
    onWritten: () => undefined,
    selection: createStore<Selection | null>(null),
    router: { get: () => ({ page: 'games' }), go: () => undefined },
    events: createEventCache(() => Promise.resolve(err({ kind: 'network' }))),
  })
  return {
    workspace,
    messages,
    /** The page goes: nothing that waits is done any more. */
    leave() {
      tasks.splice(0)
      for (const task of leaves) task()
    },
    /** A second page of the browser has written. */
    async hear(): Promise<void> {
      for (const task of news) task()
      for (let tick = 0; tick < 8; tick += 1) await Promise.resolve()
    },
    /** Lets time pass: what waits is done, and what that asks for. */
    async pass(): Promise<void> {
      for (let turn = 0; turn < 4; turn += 1) {
        for (const task of tasks.splice(0)) task()
        for (let tick = 0; tick < 8; tick += 1) await Promise.resolve()
      }
    },
  }
}

type Tab = ReturnType<typeof createTab>

const close = (workspace: Workspaces, id: string) => workspace.change((old) => closePanel(old, id))
const front = (workspace: Workspaces, id: string) => workspace.change((old) => activate(old, id))
const shows = (workspace: Workspaces, id: string) => isActiveTab(workspace.layout(), id)
const has = (workspace: Workspaces, id: string) => workspace.layout().panels[id] !== undefined

describe('workspaces of a tab', () => {
  let server: Server
  let tab: Tab
  beforeEach(async () => {
    server = createServer()
    tab = createTab(server)
    tab.workspace.open('desktop')
    await tab.pass()
  })

  test('a change holds at once and is written a moment later; another tab then reads it', async () => {
    close(tab.workspace, 'chart')
    assert.equal(has(tab.workspace, 'chart'), false)
    assert.equal(server.version(), 0)
    await tab.pass()
    assert.equal(server.version(), 1)
    const other = createTab(server)
    other.workspace.open('desktop')
    await other.pass()
    assert.equal(has(other.workspace, 'chart'), false)
  })

  test('changes of two tabs to different workspaces both hold; of the same one the last write does, and the other tab says so', async () => {
    const other = createTab(server)
    other.workspace.open('desktop')
    await other.pass()
    other.workspace.load('research')
    close(other.workspace, 'alerts')
    await other.pass()
    close(tab.workspace, 'chart')
    await tab.pass()
    assert.deepEqual(server.ids().toSorted(), ['ladder-desk', 'research'])
    await tab.hear()
    assert.deepEqual(tab.messages, [], 'not about a workspace that is not open')

    other.workspace.load('ladder-desk')
    close(other.workspace, 'event')
    close(tab.workspace, 'ticket')
    await tab.pass()
    await other.pass()
    await tab.hear()
    const panels = (one: Workspaces) => ['chart', 'event', 'ticket'].map((id) => has(one, id))
    assert.deepEqual(
      [panels(tab.workspace), panels(other.workspace)],
      [
        [true, false, true],
        [true, false, true],
      ],
    )
    assert.deepEqual(tab.messages, [
      'Another tab has arranged this workspace: it is shown as arranged there.',
    ])
    assert.deepEqual(other.messages, [])
    await tab.workspace.undo()
    assert.deepEqual(panels(tab.workspace), [false, true, false], 'an undo brings back what was here')
  })

  test('what this tab is about to write is not given up for what another has written', async () => {
    const other = createTab(server)
    other.workspace.open('desktop')
    await other.pass()
    close(other.workspace, 'event')
    await other.pass()
    close(tab.workspace, 'ticket')
    await tab.hear()
    assert.equal(has(tab.workspace, 'ticket'), false)
    await tab.pass()
    await other.hear()
    assert.deepEqual([has(other.workspace, 'event'), has(other.workspace, 'ticket')], [true, false])
  })

  test('undo takes back what was not written, then what was; reset goes back to how it came', async () => {
    close(tab.workspace, 'chart')
    await tab.pass()
    close(tab.workspace, 'event')
    await tab.workspace.undo()
    assert.deepEqual([has(tab.workspace, 'chart'), has(tab.workspace, 'event')], [false, true])
    await tab.workspace.undo()
    assert.equal(has(tab.workspace, 'chart'), true)
    close(tab.workspace, 'chart')
    tab.workspace.reset()
    assert.equal(has(tab.workspace, 'chart'), true)
  })

  test('save as and delete; numbers load them', async () => {
    close(tab.workspace, 'chart')
    assert.equal(tab.workspace.saveAs('Scalping'), true)
    assert.equal(tab.workspace.state.get().active, 'own-1')
    assert.equal(tab.workspace.list().at(-1)?.name, 'Scalping')
    assert.equal(tab.workspace.loadWorkspace(1), true)
    assert.equal(tab.workspace.state.get().active, 'ladder-desk')
    assert.equal(tab.workspace.loadWorkspace(4), true)
    assert.equal(tab.workspace.loadWorkspace(5), false)
    tab.workspace.reset()
    assert.equal(
      has(tab.workspace, 'chart'),
      true,
      'an own one goes back to the preset that it was made from',
    )
    tab.workspace.remove()
    assert.equal(tab.workspace.state.get().active, 'ladder-desk')
    assert.equal(tab.workspace.list().length, 3)
  })

  test('without the server a change holds in the tab, and is written once it answers', async () => {
    const late = createTab(server)
    server.setDown(true)
    late.workspace.open('desktop')
    await late.pass()
    assert.equal(late.workspace.state.get().status, 'unread')
    close(late.workspace, 'chart')
    await late.pass()
    assert.equal(has(late.workspace, 'chart'), false)
    server.setDown(false)
    await late.pass()
    assert.equal(late.workspace.state.get().status, 'ready')
    assert.equal(has(late.workspace, 'chart'), false)
    assert.deepEqual(server.ids(), ['ladder-desk'])
  })

  test('what is changed a moment before the page goes is written; so it is when the class of screens changes', async () => {
    close(tab.workspace, 'chart')
    assert.equal(server.version(), 0)
    tab.leave()
    assert.equal(server.version(), 1)
    await tab.pass()
    close(tab.workspace, 'event')
    tab.workspace.open('wide')
    assert.equal(server.version(), 2)
    await tab.pass()
    tab.leave()
    assert.equal(server.version(), 2, 'with nothing to write nothing is written')
  })

  test('each screen class has layouts of its own', async () => {
    close(tab.workspace, 'chart')
    await tab.pass()
    const calls: unknown[] = []
    const wide = createTab({
      ...server,
      client: {
        call: (_name: string, input: unknown) => (
          calls.push(input),
          Promise.resolve(err({ kind: 'network' }))
        ),
      } as unknown as Client,
    })
    wide.workspace.open('wide')
    await wide.pass()
    assert.deepEqual(calls[0], { params: { screenClass: 'wide' } })
  })

  test('a panel brought to the front is no change of the layout: nothing to undo, nothing written, there after a reload', async () => {
    const memory = createMemory()
    const mine = createTab(server, memory)
    mine.workspace.open('desktop')
    await mine.pass()
    let messages = 0
    mine.workspace.state.subscribe(() => {
      messages += 1
    })
    front(mine.workspace, 'positions')
    assert.deepEqual([shows(mine.workspace, 'positions'), messages], [true, 1])
    await mine.pass()
    assert.deepEqual([server.version(), mine.workspace.state.get().canUndo], [0, false])
    const reloaded = createTab(server, memory)
    reloaded.workspace.open('desktop')
    await reloaded.pass()
    assert.equal(shows(reloaded.workspace, 'positions'), true)
    mine.workspace.reset()
    assert.equal(shows(mine.workspace, 'orders'), true, 'a reset shows the default')
  })

  test('tabs with different panels in front agree on the layout, and each keeps its own', async () => {
    const other = createTab(server)
    other.workspace.open('desktop')
    await other.pass()
    front(tab.workspace, 'fills')
    close(tab.workspace, 'chart')
    await tab.pass()
    front(other.workspace, 'positions')
    await other.pass()
    other.workspace.load('research')
    close(other.workspace, 'notifications')
    await other.pass()
    other.workspace.load('ladder-desk')
    assert.deepEqual(
      [has(other.workspace, 'chart'), shows(other.workspace, 'positions'), shows(tab.workspace, 'fills')],
      [false, true, true],
    )
  })

  test('undo brings a closed panel back in front, and leaves the others as they are', async () => {
    close(tab.workspace, 'orders')
    await tab.pass()
    front(tab.workspace, 'fills')
    await tab.workspace.undo()
    assert.equal(shows(tab.workspace, 'orders'), true)
    close(tab.workspace, 'chart')
    front(tab.workspace, 'fills')
    await tab.workspace.undo()
    assert.deepEqual([has(tab.workspace, 'chart'), shows(tab.workspace, 'fills')], [true, true])
  })
})
