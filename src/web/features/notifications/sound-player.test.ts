import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitFor } from '#test/wait-for.ts'
import { createSoundPlayer } from './sound-player.ts'

/** A window whose device stays silent until somebody has touched the page. */
function createWindow() {
  const opened: EventTarget[] = []
  const later: (() => void)[] = []
  let isTouched = false
  class Device extends EventTarget {
    state = isTouched ? 'running' : 'suspended'
    constructor() {
      super()
      opened.push(this)
    }
    resume(): Promise<void> {
      if (isTouched) this.state = 'running'
      return Promise.resolve()
    }
  }
  const view = Object.assign(new EventTarget(), {
    AudioContext: Device,
    setTimeout: (task: () => void) => later.push(task),
  })
  return {
    opened,
    wait: () => later.splice(0).forEach((task) => task()),
    touch: () => {
      isTouched = true
      view.dispatchEvent(new Event('pointerdown'))
    },
    view: view as unknown as Parameters<typeof createSoundPlayer>[0],
  }
}

test('the device is not opened with the page, but a moment after, and the first gesture then unlocks it', async () => {
  const { opened, touch, view, wait } = createWindow()
  const { start, state } = createSoundPlayer(view)
  start()
  start()
  assert.equal(opened.length, 0)
  wait()
  assert.equal(opened.length, 1)
  assert.equal(state.get(), 'locked')
  touch()
  await waitFor('the sound', () => state.get() === 'ready')
})

test('a gesture before that moment opens the device at once, and only once', async () => {
  const { opened, touch, view, wait } = createWindow()
  const { start, state } = createSoundPlayer(view)
  start()
  touch()
  await waitFor('the sound', () => state.get() === 'ready')
  wait()
  touch()
  assert.equal(opened.length, 1)
})
