import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fill } from '../platform/api/client.ts'
import { POLITE_PAUSE_MS, createAnnouncer, createToasts } from '../platform/page/messages.ts'
import { createStore } from '../platform/state/store.ts'
import type { ClientOrderId } from '#core/ids.ts'
import type { Intent } from '../data/account/intent.ts'
import { reportFills, reportIntent } from './reports.ts'
import { sampleFill, sampleOrder } from '../features/portfolio/testing/samples.ts'
import type { WireFill } from '../features/portfolio/testing/samples.ts'

const fill = (part: Partial<WireFill> & Pick<WireFill, 'id' | 'size'>): Fill => sampleFill(part)

function build() {
  let now = 0
  const tasks: (() => void)[] = []
  const announcer = createAnnouncer(
    () => now,
    (_, task) => void tasks.push(task),
  )
  const tell = reportFills(announcer, createStore({ priceFormat: 'price' }))
  return {
    announcer,
    tell,
    wait: () => {
      now += POLITE_PAUSE_MS
      for (const task of tasks.splice(0)) task()
      return announcer.polite.get()
    },
  }
}

test('fills that wait are counted with the latest of them, and a refusal between them is said as well', () => {
  const { announcer, tell, wait } = build()
  tell(fill({ id: '1', size: '10' }), null)
  assert.equal(announcer.polite.get(), 'Filled: BUY 10 Yes @ 0.57')
  announcer.report('Order refused: SELL 5 Yes')
  tell(fill({ id: '2', size: '20' }), null)
  tell(fill({ id: '3', size: '30.5' }), null)
  tell(fill({ id: '4', size: '7', side: 'SELL', price: '0.6' }), null)
  assert.equal(wait(), 'Order refused: SELL 5 Yes. 3 fills, the last: SELL 7 Yes @ 0.60.')
  tell(fill({ id: '5', size: '1' }), null)
  assert.equal(wait(), 'Filled: BUY 1 Yes @ 0.57', 'what was said is not said again')
})

test('a change of a fill is not a fill, and one that was taken back is urgent', () => {
  const { announcer, tell } = build()
  const matched = fill({ id: '1', size: '10' })
  tell({ ...matched, status: 'mined' }, matched)
  assert.equal(announcer.polite.get(), '')
  tell({ ...matched, status: 'failed' }, matched)
  assert.equal(announcer.assertive.get(), 'Fill reversed: BUY 10 Yes @ 0.57')
})

test('orders of one press are one message once all have an end, which cancels those that were taken', () => {
  const { announcer } = build()
  const toasts = createToasts(
    () => 0,
    () => undefined,
  )
  const cancelled: (readonly string[])[] = []
  const report = reportIntent(
    toasts,
    announcer,
    createStore(null),
    createStore({ priceFormat: 'price' }),
    (ids) => cancelled.push(ids),
  )
  const together = ['c-1', 'c-2', 'c-3'] as ClientOrderId[]
  const tell = (nth: number, part: Partial<Intent>) =>
    report({
      clientOrderId: together[nth],
      together,
      text: '',
      code: null,
      order: null,
      move: null,
      ...part,
    } as Intent)
  const shown = () => toasts.list.get().map(({ tone, text }) => `${tone}: ${text}`)
  tell(0, { state: 'accepted', order: sampleOrder({ id: 'pm:0x1' }) })
  tell(1, { state: 'rejected', text: 'It would trade.', code: 'post_only_crosses' })
  assert.deepEqual(shown(), [])
  tell(2, { state: 'unknown' })
  assert.match(
    shown().join(),
    /^warn: 1 of 3 accepted; 1 unknown: checking with the venue; refused: .*post_only_crosses/,
  )
  tell(2, { state: 'accepted', order: sampleOrder({ id: 'pm:0x3' }) })
  assert.match(shown().join(), /^danger: 2 of 3 accepted; refused/)
  toasts.list.get()[0]?.action?.run()
  assert.deepEqual(cancelled, [['pm:0x1', 'pm:0x3']])
  for (const nth of [0, 1, 2]) tell(nth, { state: 'accepted', move: {} as Intent['move'] })
  assert.match(shown().join(), /^info: 3 of 3 moved/)
  assert.equal(toasts.list.get()[0]?.title, 'Move group')
})
