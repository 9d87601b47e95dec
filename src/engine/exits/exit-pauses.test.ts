// Weekly events of a venue, a wrong clock, and a disk that refuses: exits pause by name and go on.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NO_LEGS, type ExitLegs } from '#core/order/attached-exit.ts'
import { BOTH, scene, STOP, type Scene } from '../testing/exit-scene.ts'
import { settle } from '../testing/market-fakes.ts'
import type { ScriptedOutcome } from '../testing/fake-orders.ts'
import { intent, price, whole, YES } from '../testing/trading-fixture.ts'

const STOP_ALONE: ExitLegs = { ...NO_LEGS, stop: STOP }
const NAME = 'Grid bot'
const HOUR_MS = 3_600_000

async function attached(legs: ExitLegs): Promise<Scene> {
  const made = await scene(whole(30))
  const put = made.exits.put(YES, whole(30), legs)
  await made.wait(10_000)
  assert.ok((await put).ok)
  return made
}

/** Until the venue takes orders again, each gets this answer. */
function answerWith(made: Scene, outcome: ScriptedOutcome): void {
  const script = made.fixture.venue.scriptedOutcomes
  script.length = 0
  script.push(...Array.from({ length: 500 }, () => outcome))
}

function openAgain(made: Scene): void {
  made.fixture.venue.scriptedOutcomes.length = 0
  made.fixture.venue.scriptedOutcomes.push('matched')
}

function told({ fixture }: Scene): readonly (string | undefined)[] {
  return (fixture.published.exit_notice ?? []).map((notice) =>
    notice.what === 'paused' ? notice.reason : notice.what,
  )
}

describe('INV-66 attached exits while the venue says later', () => {
  for (const [outcome, reason] of [
    ['restarting', 'venue_restarting'],
    ['unreachable', 'venue_unavailable'],
  ] as const) {
    test(`${reason} for ten minutes pauses a due stop, is told once, counts no try, and it sells within 5 s`, async () => {
      const made = await attached(STOP_ALONE)
      const before = made.fixture.venue.requests.length
      answerWith(made, outcome)
      made.bid(3_900)
      await made.wait(600_000)
      const tries = made.fixture.venue.requests.length - before
      assert.deepEqual([made.only().state, made.only().exit.end], ['paused', null])
      // After the wait of a restart the venue is taken for post-only.
      assert.match(String(made.only().pause), new RegExp(`^(?:${reason}|venue_post_only)$`))
      assert.deepEqual(told(made), [reason])
      assert.ok(tries > 100 && tries < 320, `${tries} tries`)
      openAgain(made)
      await made.wait(5_000)
      assert.deepEqual(made.sales(), [[3_700, whole(30)]])
      await made.wait(2_000)
      assert.equal(made.only().state, 'done')
    })
  }

  test('a restart and its post-only minutes, with SAFE, a kill and clock jumps in between: it sells within 5 s of the end', async () => {
    for (const meanwhile of ['nothing', 'safe', 'kill', 'ahead', 'back'] as const) {
      const made = await attached(STOP_ALONE)
      answerWith(made, 'restarting')
      made.bid(3_900)
      await made.wait(30_000)
      if (meanwhile === 'kill') await made.fixture.restart()
      if (meanwhile === 'safe') made.fixture.module.trading.disarm('user')
      if (meanwhile === 'ahead') made.fixture.clock.jump(HOUR_MS)
      if (meanwhile === 'back') made.fixture.clock.jump(-HOUR_MS)
      await made.wait(10_000)
      made.fixture.module.trading.arm()
      assert.equal(made.fixture.module.trading.state().mode, 'ARMED', meanwhile)
      await made.wait(20_000)
      // The venue names the end of its post-only minutes once.
      made.fixture.venue.scriptedOutcomes.length = 0
      made.fixture.venue.scriptedOutcomes.push('post_only', 'matched')
      await made.wait(110_000)
      assert.deepEqual([made.sales(), made.only().pause], [[], 'venue_post_only'], meanwhile)
      if (meanwhile === 'ahead' || meanwhile === 'back') {
        made.fixture.clock.jump(meanwhile === 'back' ? HOUR_MS : -HOUR_MS)
        await made.wait(2_000)
        made.fixture.module.trading.arm()
      }
      await made.wait(20_000)
      assert.deepEqual(made.sales(), [[3_700, whole(30)]], meanwhile)
    }
  })

  test('a target that cannot rest is a pause, told; one that need not rest is none', async () => {
    const made = await attached(STOP_ALONE)
    answerWith(made, 'restarting')
    const order = made.fixture.module.orders.place(intent(5))
    await made.wait()
    assert.ok((await order).ok)
    await made.wait(500)
    assert.equal(made.only().pause, null)
    assert.ok(made.exits.change(made.only().exit.id, BOTH).ok)
    await made.wait(10_000)
    assert.deepEqual([made.only().pause, told(made)], ['venue_restarting', ['venue_restarting']])
    made.fixture.venue.scriptedOutcomes.length = 0
    await made.wait(6_000)
    assert.deepEqual([made.only().state, made.sales()], ['resting', [[7_000, whole(30)]]])
  })
})

describe('INV-66 attached exits and a clock that is wrong for a while', () => {
  for (const jumpMs of [20 * 60_000, HOUR_MS, -HOUR_MS]) {
    test(`a jump of ${jumpMs / 60_000} min and back sets off no time leg early and silences no stop`, async () => {
      const made = await scene(whole(30))
      const start = made.fixture.clock.now() + 15 * 60_000
      made.fixture.market = { ...made.fixture.market, gameStartTime: start }
      const put = made.exits.put(YES, whole(30), { ...STOP_ALONE, time: { minutesBefore: 0 } })
      await made.wait()
      assert.ok((await put).ok)
      made.fixture.clock.jump(jumpMs)
      made.bid(4_500)
      await settle()
      assert.deepEqual(made.sales(), [])
      made.fixture.venue.skewMs = -jumpMs
      await made.wait(4_000)
      made.fixture.module.trading.arm()
      await made.wait(2_000)
      assert.deepEqual(made.sales(), [])
      made.fixture.clock.jump(-jumpMs)
      made.fixture.venue.skewMs = 0
      await made.wait(4_000)
      made.fixture.module.trading.arm()
      assert.equal(made.fixture.module.trading.state().mode, 'ARMED')
      made.fixture.venue.scriptedOutcomes.push('matched')
      made.bid(3_900)
      await made.wait(3_000)
      assert.deepEqual(made.sales(), [[3_700, whole(30)]])
    })
  }

  test('a time that has come by a clock that nobody measures waits in the pause of that name', async () => {
    const made = await scene(whole(30))
    const start = made.fixture.clock.now() + 60_000
    made.fixture.market = { ...made.fixture.market, gameStartTime: start }
    const put = made.exits.put(YES, whole(30), { ...NO_LEGS, time: { minutesBefore: 0 } })
    await made.wait(50_000)
    assert.ok((await put).ok)
    made.fixture.venue.isBlind = true
    await made.wait(20_000)
    assert.deepEqual([made.only().state, made.only().pause, made.sales()], ['paused', 'clock', []])
    made.fixture.venue.isBlind = false
    made.fixture.venue.scriptedOutcomes.push('matched')
    await made.wait(30_000)
    assert.equal(made.sales().length, 1)
  })

  test('a time acts within seconds of its moment, once the clock was measured', async () => {
    const made = await scene(whole(30))
    const start = made.fixture.clock.now() + 60_000
    made.fixture.market = { ...made.fixture.market, gameStartTime: start }
    const put = made.exits.put(YES, whole(30), { ...NO_LEGS, time: { minutesBefore: 0 } })
    await made.wait(57_000)
    assert.ok((await put).ok)
    assert.deepEqual(made.sales(), [])
    made.fixture.venue.scriptedOutcomes.push('matched')
    await made.wait(6_000)
    assert.equal(made.sales().length, 1)
  })
})

describe('INV-81 attached exits and own sales of the same shares', () => {
  test('they are named as it is attached, and a stop has them cancelled and sells at its first try', async () => {
    const made = await scene(whole(30))
    const offer = made.fixture.module.orders.place(
      intent(7, { side: 'SELL', price: price(6_000), size: whole(30) }),
    )
    await made.wait()
    const offered = await offer
    assert.ok(offered.ok && offered.value.order?.id)
    const put = made.exits.put(YES, whole(30), STOP_ALONE)
    await made.wait()
    const attachedNow = await put
    assert.deepEqual(attachedNow.ok && attachedNow.value.offeredBy, [offered.value.order.id])
    made.fixture.venue.scriptedOutcomes.push('matched')
    made.bid(3_900)
    await made.wait(3_000)
    assert.deepEqual(made.sales(), [
      [6_000, whole(30)],
      [3_700, whole(30)],
    ])
    assert.deepEqual([made.only().exit.sent, made.only().state], [1, 'done'])
  })
})

describe('INV-59 an attached exit that a program removes', () => {
  test('is told with its name', async () => {
    const made = await attached(BOTH)
    made.fixture.by = NAME
    assert.ok(made.exits.change(made.only().exit.id, STOP_ALONE).ok)
    assert.ok(made.exits.remove(made.only().exit.id).ok)
    made.fixture.by = null
    await made.wait()
    const rows = made.fixture.audit.all.filter(({ action }) => action === 'attached_exit')
    assert.deepEqual(
      rows.map(({ details }) => [details['event'], details['by']]),
      [
        ['created', undefined],
        ['changed', NAME],
        ['removed', NAME],
        ['ended', undefined],
      ],
    )
    const notices = made.fixture.published.exit_notice ?? []
    assert.ok(notices.some((notice) => notice.what === 'removed' && notice.by === NAME))
  })
})

describe('what ends an attached exit', () => {
  test('a removal that the disk refuses is answered as ended and not on disk, and is written once it can be', async () => {
    const made = await attached(BOTH)
    const disk = made.fixture.exitsOnDisk
    const { id } = made.only().exit
    const put = disk.set.bind(disk)
    disk.set = () => {
      throw new Error('full')
    }
    const removed = made.exits.remove(id)
    assert.deepEqual(removed, { ok: false, error: 'end_not_stored' })
    await made.wait(3_000)
    assert.equal(made.only().exit.end?.how, 'removed')
    assert.deepEqual([...made.fixture.venue.live()], [])
    disk.set = put
    await made.wait(2_000)
    assert.equal(disk.get(id)?.end?.how, 'removed')
  })

  test('one that a restore ended is shown as failed and told', async () => {
    const made = await attached(STOP_ALONE)
    const { exit } = made.only()
    made.fixture.exitsOnDisk.set(exit.id, { ...exit, end: { how: 'restored', at: 1 } })
    await made.fixture.restart()
    made.fixture.module.trading.arm()
    made.bid(3_900)
    await made.wait(5_000)
    assert.deepEqual([made.sales(), made.only().state, told(made).at(-1)], [[], 'failed', 'ended'])
  })
})
