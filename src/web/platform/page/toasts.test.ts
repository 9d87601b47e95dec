import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createToasts } from './messages.ts'

function start() {
  let time = 0
  const tasks: { readonly at: number; readonly task: () => void }[] = []
  const toasts = createToasts(
    () => time,
    (ms, task) => {
      tasks.push({ at: time + ms, task })
    },
  )
  return {
    toasts,
    titles: () => toasts.list.get().map((toast) => toast.title),
    pass: (ms: number) => {
      time += ms
      for (const { at, task } of tasks.splice(0)) {
        if (at <= time) task()
        else tasks.push({ at, task })
      }
    },
  }
}

const toast = (title: string, sticky = false, group?: string) => ({
  tone: 'info' as const,
  title,
  text: '',
  sticky,
  ...(group === undefined ? {} : { group }),
})

test('ordinary toasts expire, sticky ones stay, the newest is first', () => {
  const { toasts, titles, pass } = start()
  toasts.show(toast('stays', true))
  toasts.show(toast('leaves'))
  assert.deepEqual(titles(), ['leaves', 'stays'])
  pass(6_000)
  assert.deepEqual(titles(), ['stays'])
})

test('a toast replaces the one of its group and has its own time', () => {
  const { toasts, titles, pass } = start()
  toasts.show(toast('first', false, 'fills'))
  pass(5_000)
  toasts.show(toast('second', false, 'fills'))
  pass(1_000)
  assert.deepEqual(titles(), ['second'])
  toasts.withdraw('fills')
  assert.deepEqual(titles(), [])
})

test('a dismissal is reported, expiry is not', () => {
  const { toasts, pass } = start()
  const calls: string[] = []
  toasts.show({ ...toast('a'), onDismiss: () => calls.push('a') })
  toasts.show({ ...toast('b'), onDismiss: () => calls.push('b') })
  const [newest] = toasts.list.get()
  assert.ok(newest !== undefined)
  toasts.dismiss(newest.id)
  pass(10_000)
  assert.deepEqual(calls, ['b'])
})

test('of too many, those that would expire go first', () => {
  const { toasts, titles } = start()
  toasts.show(toast('urgent', true))
  for (let at = 0; at < 40; at += 1) toasts.show(toast(`n${at}`))
  assert.equal(titles().length, 20)
  assert.ok(titles().includes('urgent'))
  assert.ok(!titles().includes('n0'))
})
