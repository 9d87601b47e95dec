import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listenForTips, tipOf } from './tips.ts'

type Fake = Element & { readonly name: string; isConnected: boolean }

/** An element as far as it is asked here: it contains nothing but itself, `role` says whether it acts. */
function element(
  attributes: Readonly<Record<string, string>>,
  role: 'text' | 'button' | 'tooltip' = 'text',
): Fake {
  const own = {
    isConnected: true,
    scrollWidth: Number(attributes['scrollWidth'] ?? 0),
    clientWidth: 10,
    scrollHeight: 10,
    clientHeight: 10,
    textContent: attributes['text'] ?? '',
    getAttribute: (name: string) => attributes[name] ?? null,
    contains: (other: unknown) => other === own,
    closest(selector: string): unknown {
      if (selector.includes('role="tooltip"')) return role === 'tooltip' ? own : null
      if (selector.includes('[aria-description]')) return tipsOf.has(own) ? own : null
      if (selector.includes('aria-disabled')) return attributes['aria-disabled'] === 'true' ? own : null
      return role === 'button' ? own : null
    },
  }
  if ('aria-description' in attributes || 'data-tip' in attributes) tipsOf.add(own)
  return own as unknown as Fake
}
const tipsOf = new WeakSet<object>()

/** A window whose time goes on when the test says so. */
function open() {
  const listeners = new Map<string, (event: unknown) => void>()
  let due: { readonly run: () => void; readonly at: number } | null = null
  let now = 0
  let shown: string | null = null
  const ofRemovals = new Set<() => void>()
  const view = {
    MutationObserver: class {
      readonly changed: () => void
      constructor(changed: () => void) {
        this.changed = changed
      }
      observe(_: unknown, { childList = false }: MutationObserverInit): void {
        if (childList) ofRemovals.add(this.changed)
      }
      disconnect(): void {
        ofRemovals.delete(this.changed)
      }
    },
    setTimeout: (run: () => void, ms: number) => {
      due = { run, at: now + ms }
      return 1
    },
    clearTimeout: () => {
      due = null
    },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    removeEventListener: (type: string) => listeners.delete(type),
  }
  const end = listenForTips(view as unknown as Parameters<typeof listenForTips>[0], (tip) => {
    shown = tip?.text ?? null
  })
  return {
    end,
    listeners,
    shown: () => shown,
    change: () => {
      for (const changed of ofRemovals) changed()
    },
    act: (type: string, event: object = {}) => listeners.get(type)?.(event),
    pass(ms: number) {
      now += ms
      if (due === null || due.at > now) return
      const { run } = due
      due = null
      run()
    },
  }
}

const mouse = { pointerType: 'mouse' }
const touch = { pointerType: 'touch', clientX: 0, clientY: 0 }

describe('what an element has to say', () => {
  test('its description; its own label where it says nothing else; its text only where that is cut off', () => {
    assert.equal(tipOf(element({ 'aria-description': 'Why' })), 'Why')
    assert.equal(tipOf(element({ 'data-tip': '1,234.56', 'aria-description': 'Why' })), '1,234.56')
    assert.equal(tipOf(element({ 'data-tip': '', 'aria-label': 'Volume 3' })), 'Volume 3')
    assert.equal(tipOf(element({ 'data-tip': '', text: 'A long name', scrollWidth: '20' })), 'A long name')
    assert.equal(tipOf(element({ 'data-tip': '', text: 'Short', scrollWidth: '10' })), null)
    assert.equal(tipOf(element({})), null)
  })
})

describe('explanations of a window (WCAG 1.4.13)', () => {
  const what = element({ 'aria-description': 'Why' })
  const control = element({ 'aria-description': 'Why' }, 'button')
  const barred = element({ 'aria-description': 'No limit is set', 'aria-disabled': 'true' }, 'button')
  const bare = element({})

  test('one comes when the mouse rests, stays while the mouse is on it, and goes with the mouse', () => {
    const t = open()
    t.act('pointerover', { ...mouse, target: what })
    t.pass(499)
    assert.equal(t.shown(), null)
    t.pass(1)
    assert.equal(t.shown(), 'Why')
    t.act('pointerover', { ...mouse, target: bare })
    t.pass(100)
    t.act('pointerover', { ...mouse, target: element({}, 'tooltip') })
    t.pass(10_000)
    assert.equal(t.shown(), 'Why')
    t.act('pointerover', { ...mouse, target: bare })
    t.pass(200)
    assert.equal(t.shown(), null)
  })

  test('a press takes it away, and it does not come back until the mouse has been elsewhere', () => {
    const t = open()
    t.act('pointerover', { ...mouse, target: what })
    t.pass(500)
    t.act('pointerdown', { ...mouse, target: what })
    assert.equal(t.shown(), null)
    t.act('pointerover', { ...mouse, target: what })
    t.pass(500)
    assert.equal(t.shown(), null)
  })

  test('one comes when a key has brought the focus, not when a press or the page has; Escape takes it away and nothing else', () => {
    const t = open()
    const escape = () => {
      let isTaken = false
      t.act('keydown', {
        key: 'Escape',
        preventDefault: () => (isTaken = true),
        stopPropagation: () => undefined,
      })
      return isTaken
    }
    t.act('focusin', { target: control })
    t.pass(500)
    assert.equal(t.shown(), null)
    t.act('keydown', { key: 'Tab' })
    t.act('focusin', { target: control })
    t.pass(500)
    assert.equal(t.shown(), 'Why')
    assert.equal(escape(), true)
    assert.equal(t.shown(), null)
    assert.equal(escape(), false)
  })

  test('rows that move under a resting mouse take no explanation from a key; a moved mouse does', () => {
    const t = open()
    t.act('keydown', { key: 'Tab' })
    t.act('focusin', { target: control })
    t.act('pointerover', { ...mouse, target: barred, movementX: 0, movementY: 0 })
    t.pass(500)
    assert.equal(t.shown(), 'Why')
    t.act('pointerover', { ...mouse, target: barred, movementX: 2, movementY: 0 })
    t.pass(200)
    assert.equal(t.shown(), 'No limit is set')
  })

  test('what goes away takes its own away, and none comes for what has gone', () => {
    const t = open()
    const row = element({ 'aria-description': 'Of a row' })
    t.act('pointerover', { ...mouse, target: row })
    t.pass(500)
    t.change()
    assert.equal(t.shown(), 'Of a row')
    row.isConnected = false
    t.change()
    assert.equal(t.shown(), null)
    t.act('pointerover', { ...mouse, target: bare })
    t.act('pointerover', { ...mouse, target: row })
    t.pass(500)
    assert.equal(t.shown(), null)
  })

  test('the focus that goes elsewhere takes away what a key has called up', () => {
    const t = open()
    t.act('keydown', { key: 'Tab' })
    t.act('focusin', { target: control })
    t.pass(500)
    assert.equal(t.shown(), 'Why')
    t.act('focusin', { target: bare })
    assert.equal(t.shown(), null)
  })

  test('Escape takes away what the mouse called up and does what it does besides', () => {
    const t = open()
    t.act('pointerover', { ...mouse, target: what })
    t.pass(500)
    t.act('keydown', {
      key: 'Escape',
      preventDefault: () => assert.fail(),
      stopPropagation: () => assert.fail(),
    })
    assert.equal(t.shown(), null)
  })

  test('a finger that rests reads anything; a tap reads what does nothing else, and what is barred', () => {
    const t = open()
    const tap = (target: Fake) => {
      t.act('pointerdown', { ...touch, target })
      t.act('pointerup', touch)
      return t.shown()
    }
    assert.equal(tap(control), null)
    assert.equal(tap(what), 'Why')
    assert.equal(tap(barred), 'No limit is set')
    assert.equal(tap(bare), null)
    t.act('pointerdown', { ...touch, target: control })
    t.pass(500)
    t.act('pointerup', touch)
    assert.equal(t.shown(), 'Why')
    t.act('pointerdown', { ...touch, target: bare })
    t.act('pointerdown', { ...touch, target: what })
    t.act('pointermove', { ...touch, clientY: 30 })
    t.pass(500)
    assert.equal(t.shown(), null)
  })

  test('what scrolls takes its own away, and none of another place', () => {
    const t = open()
    t.act('pointerover', { ...mouse, target: what })
    t.pass(500)
    t.act('scroll', { target: bare })
    assert.equal(t.shown(), 'Why')
    t.act('scroll', { target: what })
    assert.equal(t.shown(), null)
    t.end()
    assert.equal(t.listeners.size, 0)
  })
})
