import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createWindows, MAIN } from './windows.ts'

type PageEvent = { readonly isTrusted: boolean; readonly repeat: boolean }

/** A window as far as it is asked here. */
function fakeWindow(): {
  view: Window
  dispatch: (type: string, isTrusted?: boolean, repeat?: boolean) => void
  focused: () => number
} {
  const listeners = new Map<string, Set<(event: PageEvent) => void>>()
  let focused = 0
  const view = {
    document: {},
    focus: () => {
      focused += 1
    },
    addEventListener: (type: string, listener: (event: PageEvent) => void) =>
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
    removeEventListener: (type: string, listener: (event: PageEvent) => void) =>
      listeners.get(type)?.delete(listener),
  }
  return {
    view: view as unknown as Window,
    dispatch: (type, isTrusted = true, repeat = false) => {
      for (const listener of listeners.get(type) ?? []) listener({ isTrusted, repeat })
    },
    focused: () => focused,
  }
}

describe('the windows of the page', () => {
  test('the one in use is the one that was pressed, typed in or brought forward last', () => {
    const [main, own] = [fakeWindow(), fakeWindow()]
    const windows = createWindows(main.view, () => undefined)
    windows.join('chart', own.view)
    assert.equal(windows.inUse.get(), MAIN)
    own.dispatch('pointerdown')
    assert.equal(windows.viewInUse(), own.view)
    main.dispatch('focus')
    assert.equal(windows.viewInUse(), main.view)
    own.dispatch('keydown')
    assert.equal(windows.inUse.get(), 'chart')
    windows.bringForward(main.view.document)
    assert.equal(windows.inUse.get(), MAIN)
    assert.equal(main.focused(), 1)
  })

  test('a key that a panel window tells the page is no use of the page', () => {
    const [main, own] = [fakeWindow(), fakeWindow()]
    const windows = createWindows(main.view, () => undefined)
    windows.join('chart', own.view)
    own.dispatch('keydown')
    main.dispatch('keydown', false)
    assert.equal(windows.inUse.get(), 'chart')
  })

  test('every press, release and key in any of them is reported at once, until the window is left', () => {
    const [main, own] = [fakeWindow(), fakeWindow()]
    let acts = 0
    const windows = createWindows(main.view, () => {
      acts += 1
    })
    const leave = windows.join('chart', own.view)
    for (const type of ['pointerdown', 'pointerup', 'keydown', 'focus']) {
      main.dispatch(type)
      own.dispatch(type)
    }
    assert.equal(acts, 6)
    main.dispatch('keydown', true, true)
    assert.equal(acts, 6, 'a key that is held down acts once')
    leave()
    own.dispatch('pointerdown')
    assert.equal(acts, 6)
  })

  test('a closed one is used no more, and what was in it goes to the page', () => {
    const [main, own] = [fakeWindow(), fakeWindow()]
    const windows = createWindows(main.view, () => undefined)
    const leave = windows.join('chart', own.view)
    own.dispatch('pointerdown')
    assert.deepEqual(windows.documents(), [main.view.document, own.view.document])
    leave()
    assert.equal(windows.viewInUse(), main.view)
    assert.deepEqual(windows.documents(), [main.view.document])
    own.dispatch('pointerdown')
    assert.equal(windows.inUse.get(), MAIN)
  })
})
