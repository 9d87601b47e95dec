import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { err, ok } from '#lib/result.ts'
import type { Client } from '../platform/api/client.ts'
import { createEventCache } from '../platform/api/event-cache.ts'
import { createStore } from '../platform/state/store.ts'
import type { Selection } from '../data/markets/selection.ts'
import { activate, closePanel, isActiveTab } from './tree.ts'
import { writeContent } from './layout-document.ts'
import { createWorkspaces } from './workspaces.ts'
import type { Workspaces } from './workspaces.ts'

type Body = { version: number; workspaces: unknown[]; active: string | null }

/** The layouts of the server, in memory, with their version. */
function createServer(workspaces: unknown[] = []) {
  let current: Body = { version: 0, workspaces, active: null }
  let isDown = false
  const answer = () => ok(structuredClone(current))
  const stale = err({ kind: 'problem', problem: { code: 'stale_version' } })
  function call(name: string, input: { body?: Body }): unknown {
    if (isDown) return err({ kind: 'network' })
    const version = input.body?.version ?? 0
    if (name === 'readLayout') return answer()
    if (version !== current.version) return stale
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

  test('of two tabs the last write counts, and the other tab takes it over and says so', async () => {
    const other = createTab(server)
    other.workspace.open('desktop')
    await other.pass()
    other.workspace.load('research')
    close(other.workspace, 'alerts')
    await other.pass()
    await tab.hear()
    assert.deepEqual(tab.messages, [], 'not about a workspace that is not open')

    other.workspace.load('ladder-desk')
    close(other.workspace, 'event')
    close(tab.workspace, 'ticket')
    await tab.hear()
    assert.equal(has(tab.workspace, 'ticket'), false, 'what is about to be written is not given up')
    await tab.pass()
    await other.pass()
    await tab.hear()
    const panels = (one: Workspaces) => ['event', 'ticket'].map((id) => has(one, id))
    assert.deepEqual(
      [panels(tab.workspace), panels(other.workspace)],
      [
        [false, true],
        [false, true],
      ],
    )
    assert.deepEqual(tab.messages, ['Changed in another tab; shown as changed there.'])
    assert.deepEqual(other.messages, [])
    assert.deepEqual(server.ids().toSorted(), ['ladder-desk', 'research'])
    tab.workspace.undo()
    assert.deepEqual(panels(tab.workspace), [true, false], 'an undo brings back what was here')
  })

  test('undo takes back the last change, once; a reset goes back to the default', async () => {
    close(tab.workspace, 'chart')
    await tab.pass()
    close(tab.workspace, 'event')
    tab.workspace.undo()
    assert.deepEqual([has(tab.workspace, 'chart'), has(tab.workspace, 'event')], [false, true])
    assert.equal(tab.workspace.state.get().before, null)
    tab.workspace.undo()
    assert.equal(has(tab.workspace, 'chart'), false)
    await tab.pass()
    const other = createTab(server)
    other.workspace.open('desktop')
    await other.pass()
    assert.deepEqual([has(other.workspace, 'chart'), has(other.workspace, 'event')], [false, true])
    tab.workspace.remove()
    assert.equal(has(tab.workspace, 'chart'), true)
  })

  test('a saved one is in the list after the three that come with the page, until it is deleted; an undo opens it again', () => {
    const { workspace } = tab
    close(workspace, 'chart')
    assert.equal(workspace.saveAs('Scalping'), true)
    const names = () => workspace.list().map(({ name, isChanged }) => (isChanged ? `${name}!` : name))
    assert.deepEqual(names(), ['Ladder desk!', 'Portfolio', 'Research', 'Scalping!'])
    assert.equal(workspace.state.get().active, 'own-1')
    workspace.load('research')
    assert.equal(has(workspace, 'chart'), true)
    workspace.load('own-1')
    assert.equal(has(workspace, 'chart'), false)
    workspace.remove()
    assert.deepEqual([workspace.state.get().active, workspace.list().length], ['ladder-desk', 3])
  })

  test('there is room for twenty', () => {
    for (let n = 0; n < 20; n += 1) assert.equal(tab.workspace.saveAs(`w${n}`), true)
    assert.equal(tab.workspace.saveAs('one more'), false)
    tab.workspace.load('research')
    close(tab.workspace, 'event')
    assert.equal(has(tab.workspace, 'event'), true)
  })

  test('one that cannot be read is said once and has its default; the others are there', async () => {
    const good = {
      id: 'good',
      name: 'Good',
      content: writeContent(closePanel(tab.workspace.layout(), 'chart')),
    }
    const old = createTab(
      createServer([{ id: 'ladder-desk', name: 'Ladder desk', content: { format: 1 } }, good]),
    )
    old.workspace.open('desktop')
    await old.pass()
    assert.equal(old.messages.length, 1)
    assert.equal(has(old.workspace, 'chart'), true)
    old.workspace.load('good')
    assert.equal(has(old.workspace, 'chart'), false)
  })

  test('without the server what is arranged holds until it answers: its layouts are then there', async () => {
    close(tab.workspace, 'event')
    await tab.pass()
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
    assert.deepEqual([has(late.workspace, 'chart'), has(late.workspace, 'event')], [true, false])
    server.setDown(true)
    close(late.workspace, 'chart')
    await late.pass()
    server.setDown(false)
    await late.pass()
    assert.equal(server.version(), 2, 'a change that could not be written is written later')
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

  test('a panel brought to the front is no change of the layout: nothing to undo, nothing written', async () => {
    let messages = 0
    tab.workspace.state.subscribe(() => {
      messages += 1
    })
    front(tab.workspace, 'positions')
    assert.deepEqual([shows(tab.workspace, 'positions'), messages], [true, 1])
    await tab.pass()
    assert.deepEqual([server.version(), tab.workspace.state.get().before], [0, null])
    tab.workspace.load('research')
    tab.workspace.load('ladder-desk')
    assert.equal(shows(tab.workspace, 'positions'), true)
    tab.workspace.remove()
    assert.equal(shows(tab.workspace, 'orders'), true, 'a reset shows the default')
  })

  test('undo brings a closed panel back in front', async () => {
    close(tab.workspace, 'orders')
    await tab.pass()
    front(tab.workspace, 'fills')
    tab.workspace.undo()
    assert.equal(shows(tab.workspace, 'orders'), true)
  })
})
