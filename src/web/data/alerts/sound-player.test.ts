import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitFor } from '#test/wait-for.ts'
import { createSoundPlayer } from './sound-player.ts'

/** A window whose device stays silent until the first gesture. */
function createWindow() {
  const opened: Device[] = []
  const later: (() => void)[] = []
  let isTouched = false
  class Device extends EventTarget {
    state = isTouched ? 'running' : 'suspended'
    currentTime = 0
    destination = null
    constructor() {
      super()
      opened.push(this)
    }
    resume(): Promise<void> {
      if (isTouched) this.state = 'running'
      this.dispatchEvent(new Event('statechange'))
      return Promise.resolve()
    }
    suspend(): Promise<void> {
      this.state = 'suspended'
      this.dispatchEvent(new Event('statechange'))
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

test('the device runs only while something sounds, and is ready all the while', async (context) => {
  const { opened, touch, view, wait } = createWindow()
  const tones: EventTarget[] = []
  class Node extends EventTarget {
    gain = { setValueAtTime() {}, linearRampToValueAtTime() {} }
    connect = (other: unknown): unknown => other
    start(): void {
      tones.push(this)
    }
    stop(): void {}
  }
  context.after(() => {
    for (const name of ['OscillatorNode', 'GainNode']) Reflect.deleteProperty(globalThis, name)
  })
  Object.assign(globalThis, { OscillatorNode: Node, GainNode: Node })
  const { play, start, state } = createSoundPlayer(view)
  start()
  touch()
  const device = opened[0]
  await waitFor('the sound', () => state.get() === 'ready')
  assert.equal(device?.state, 'suspended', 'nothing sounds')
  for (let time = 0; time < 2; time += 1) {
    tones.length = 0
    assert.equal(play('safe', 50), true)
    assert.equal(device.state, 'running')
    for (const tone of tones) tone.dispatchEvent(new Event('ended'))
    assert.equal(device.state, 'running', 'the last of it is still to play')
    wait()
    assert.deepEqual([device.state, state.get()], ['suspended', 'ready'])
  }
})
