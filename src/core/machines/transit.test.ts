// One asset while trades settle, against a venue that keeps a ledger and shows it late.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { FillStatus } from '../order/order.ts'
import * as transit from './transit.ts'
import { NO_TRANSIT } from './transit.ts'
import type { Transit } from './transit.ts'

const START = 1_790_000_000_000

/** A ledger of one asset at a manual clock. */
class Account {
  state: Transit = NO_TRANSIT
  time = 0
  readonly told = new Map<string, FillStatus>()
  shown: (key: string) => boolean | null = () => null

  get now(): { monotonic: number; wall: number } {
    return { monotonic: this.time, wall: START + this.time }
  }

  note(key: string, amount: bigint, status: FillStatus, at = START + this.time): void {
    const known = this.told.get(key) ?? null
    this.told.set(key, status)
    this.state = transit.noteTrade(this.state, key, { amount, status, at }, known, this.now)
  }

  read(value: bigint, { began = this.time, agrees = false } = {}): void {
    this.state = transit.endRead(this.state, { value, began, agrees }, this.now, this.shown)
  }

  get figures(): readonly (bigint | null)[] {
    return [transit.surely(this.state), transit.eventually(this.state)]
  }
}

describe('INV-76 one asset while trades settle', () => {
  for (const [venue, afterBuy, afterSale] of [
    ['when a trade is matched', 90n, 95n],
    ['when it is mined', 100n, 100n],
  ] as const) {
    test(`what goes is gone and what comes counts once, at a venue that moves balances ${venue}`, () => {
      const account = new Account()
      account.read(100_000n)
      account.time += 30_000
      account.note('buy', -10_000n, 'matched')
      assert.deepEqual(account.figures, [90_000n, 90_000n])
      account.read(afterBuy * 1_000n)
      account.time += 30_000
      account.read(afterBuy * 1_000n)
      assert.deepEqual(account.figures, [90_000n, 90_000n])
      account.note('sale', 5_000n, 'matched')
      assert.deepEqual(account.figures, [90_000n, 95_000n])
      account.read(afterSale * 1_000n)
      assert.equal(account.figures[1], 95_000n)
      account.note('buy', -10_000n, 'mined')
      account.note('sale', 5_000n, 'confirmed')
      account.read(95_000n)
      assert.deepEqual(account.figures, [95_000n, 95_000n])
      account.time += 60_001
      account.read(95_000n)
      assert.equal(account.state.moves.size, 0)
    })

    test(`a trade that fails is reversed exactly, at a venue that moves balances ${venue}`, () => {
      const account = new Account()
      account.read(100_000n)
      account.time += 30_000
      account.note('buy', -10_000n, 'matched')
      account.read(afterBuy * 1_000n)
      account.note('sale', 5_000n, 'matched')
      account.read(afterSale * 1_000n)
      account.note('buy', -10_000n, 'failed')
      assert.equal(account.figures[1], 105_000n)
      account.note('sale', 5_000n, 'failed')
      assert.equal(account.figures[1], 100_000n)
      account.read(100_000n)
      assert.deepEqual(account.figures, [100_000n, 100_000n])
    })
  }

  test('a read that lags behind the chain raises nothing until it agrees, is proven, or a minute has gone by', () => {
    for (const end of ['agrees', 'proven', 'a minute'] as const) {
      const account = new Account()
      account.read(100_000n)
      account.note('buy', -10_000n, 'matched')
      account.note('buy', -10_000n, 'mined')
      account.time += 5_000
      account.read(100_000n)
      assert.deepEqual(account.figures, [90_000n, 90_000n], end)
      if (end === 'proven') {
        account.state = transit.prove(
          account.state,
          transit.provable(account.state, account.time),
          account.now,
        )
      }
      if (end === 'a minute') account.time += 60_000
      account.read(end === 'agrees' ? 90_000n : 140_000n)
      assert.deepEqual(account.figures, end === 'agrees' ? [90_000n, 90_000n] : [140_000n, 140_000n], end)
    }
  })

  test('what was deposited meanwhile counts once all has settled, what was taken away at once', () => {
    const account = new Account()
    account.read(100_000n)
    account.note('buy', -10_000n, 'matched')
    account.read(150_000n)
    assert.deepEqual(account.figures, [90_000n, 90_000n])
    account.read(70_000n)
    assert.deepEqual(account.figures, [70_000n, 70_000n])
    account.time += 10_000
    account.note('more', -1_000n, 'matched')
    assert.deepEqual(account.figures, [69_000n, 69_000n], 'and what is bought later is taken off that')
  })

  test('a trade that is received after a read has shown it is counted once', () => {
    const account = new Account()
    account.read(100_000_000n)
    account.time += 30_000
    account.read(90_000_000n)
    account.note('buy', -10_000_000n, 'matched')
    assert.deepEqual(account.figures, [90_000_000n, 90_000_000n])
    account.note('next', -3_000_000n, 'matched')
    assert.deepEqual(account.figures, [87_000_000n, 87_000_000n])
    const seller = new Account()
    seller.read(100_000_000n)
    seller.time += 30_000
    seller.read(105_000_000n)
    seller.note('sale', 5_000_000n, 'matched')
    assert.deepEqual(seller.figures, [105_000_000n, 105_000_000n])
  })

  test('what was lately taken for shown counts once the balance is what all trades since the last sure one come to', () => {
    const account = new Account()
    account.read(100_000_000n)
    account.time += 30_000
    account.read(105_000_000n)
    // The rise may be of either.
    account.note('sale', 5_000_000n, 'matched')
    account.note('other', 7_000_000n, 'matched')
    assert.deepEqual(account.figures, [105_000_000n, 105_000_000n])
    account.note('sale', 5_000_000n, 'mined')
    account.note('other', 7_000_000n, 'mined')
    account.time += 1_000
    account.read(105_000_000n)
    assert.deepEqual(account.figures, [105_000_000n, 105_000_000n], 'it lags')
    account.time += 1_000
    account.read(112_000_000n)
    assert.deepEqual(account.figures, [112_000_000n, 112_000_000n])
    account.note('other', 7_000_000n, 'failed')
    account.time += 1_000
    account.read(105_000_000n)
    assert.deepEqual(account.figures, [105_000_000n, 105_000_000n])
  })

  test('of a previous run: what goes is taken off the first read, what comes is not added to it', () => {
    const account = new Account()
    account.note('buy', -10_000n, 'matched')
    account.note('sale', 5_000n, 'matched')
    assert.deepEqual(account.figures, [null, null])
    account.read(100_000n)
    assert.deepEqual(account.figures, [90_000n, 90_000n])
    account.note('old', -1_000n, 'confirmed', START - 3_600_000)
    assert.deepEqual(account.figures, [90_000n, 90_000n], 'what was final long before is in it')
  })

  test('an overdue trade holds back itself and nothing else, and counts once where a balance shows it or not', () => {
    for (const isShown of [true, false, null]) {
      const account = new Account()
      account.shown = () => isShown
      const base = isShown === true ? 85_000n : 100_000n
      account.read(100_000n)
      account.time += 30_000
      account.note('buy', -20_000n, 'matched')
      account.note('sale', 5_000n, 'matched')
      account.time += 600_000
      account.read(base)
      assert.deepEqual(
        account.figures,
        isShown === true ? [85_000n, 85_000n] : [80_000n, isShown === false ? 85_000n : 80_000n],
      )
      account.read(base + 50_000n)
      assert.equal(account.figures[0], isShown === true ? 135_000n : 130_000n, 'what is deposited counts')
      account.note('buy', -20_000n, 'failed')
      account.note('sale', 5_000n, 'confirmed')
      account.time += 60_000
      account.read(155_000n)
      assert.deepEqual(account.figures, [155_000n, 155_000n])
    }
  })

  test('which overdue trades a balance shows follows from what is owned', () => {
    const account = new Account()
    account.read(0n)
    account.note('first', 10n, 'matched')
    account.time += 1_000
    account.note('second', 20n, 'matched')
    const shown = (value: bigint): unknown =>
      Object.fromEntries(transit.overdueShown(account.state, { value, owned: 30n }, account.now.wall) ?? [])
    assert.deepEqual(shown(0n), {}, 'none is overdue')
    account.time += 600_000
    assert.deepEqual(shown(30n), { first: true, second: true })
    assert.deepEqual(shown(10n), { first: true, second: false })
    assert.deepEqual(shown(0n), { first: false, second: false })
    const seller = new Account()
    seller.note('sale', -10n, 'matched')
    seller.time += 600_000
    const found = transit.overdueShown(seller.state, { value: 30n, owned: 20n }, seller.now.wall)
    assert.deepEqual([...(found ?? [])], [['sale', false]])
    seller.note('buy', 1n, 'matched')
    assert.equal(transit.overdueShown(seller.state, { value: 30n, owned: 20n }, seller.now.wall), null)
  })
})

type Trade = {
  readonly key: string
  readonly amount: bigint
  readonly at: number
  word: FillStatus
  endedAt: number
}

/** The venue's own ledger, and what it shows of it. */
class Venue {
  deposits = 0n
  readonly trades: Trade[] = []
  readonly showsAt: 'matched' | 'mined'
  readonly lagMs: number

  constructor(showsAt: 'matched' | 'mined', lagMs: number) {
    this.showsAt = showsAt
    this.lagMs = lagMs
  }

  shown(time: number): bigint {
    return this.trades.reduce(
      (sum, trade) => sum + (this.shows(trade, time) ? trade.amount : 0n),
      this.deposits,
    )
  }

  shows({ word, endedAt }: Trade, time: number): boolean {
    const isOver = word !== 'matched' && word !== 'retrying' && endedAt + this.lagMs <= time
    if (isOver) return word !== 'failed'
    return this.showsAt === 'matched'
  }
}

const STEP = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('trade' as const),
      buys: fc.boolean(),
      delay: fc.constantFrom(0, 0, 3),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('word' as const),
      trade: fc.nat(9),
      word: fc.constantFrom('mined', 'retrying', 'confirmed', 'failed'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read' as const), takes: fc.constantFrom(0, 0, 2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(500, 3_000, 20_000, 70_000, 700_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('deposit' as const),
      by: fc.constantFrom(7_000_011n, 3_000_000n),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('prove' as const) }) },
)

/** Words that may follow each. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  matched: ['mined', 'retrying', 'confirmed', 'failed'],
  mined: ['retrying', 'confirmed'],
  retrying: ['mined', 'confirmed', 'failed'],
}

/** Trades, their words, reads, deposits and restarts in any order; the words and reads may arrive late. */
function play(
  venue: Venue,
  steps: readonly (typeof STEP extends fc.Arbitrary<infer Of> ? Of : never)[],
): void {
  let account = new Account()
  venue.deposits = 1_000_000_000n
  let isReading = false
  const late: { readonly at: number; readonly run: () => void }[] = []
  const begin = (): void => {
    account.shown = (key) => {
      const trade = venue.trades.find((one) => one.key === key)
      return trade === undefined ? null : venue.shows(trade, account.time)
    }
  }
  begin()
  account.read(venue.shown(0))

  function told(): bigint {
    return venue.trades.reduce((sum, { key, amount }) => {
      const word = account.told.get(key)
      // Before it is received an incoming trade may be in a read, and an outgoing one cannot be known.
      if (word === undefined) return sum + (amount > 0n ? amount : 0n)
      return word === 'failed' ? sum : sum + amount
    }, venue.deposits)
  }

  /** Incoming, neither shown nor settled: cannot be spent. */
  function coming(): bigint {
    const open = venue.trades.filter(
      (trade) => trade.amount > 0n && trade.word === 'matched' && account.told.has(trade.key),
    )
    return open.reduce((sum, { amount }) => sum + amount, 0n)
  }

  function check(what: string): void {
    const [now, then] = account.figures
    const truth = told()
    const most = venue.showsAt === 'matched' ? truth : truth - coming()
    assert.ok(now === null || now === undefined || now <= most, `${what}: ${now} may be spent of ${most}`)
    if (now === null || now === undefined || then === null || then === undefined) return
    assert.ok(then <= truth, `${what}: ${then} is counted of ${truth}`)
    assert.ok(now <= then, what)
  }

  function tell(trade: Trade, word: FillStatus): void {
    account.note(trade.key, trade.amount, word, START + trade.at)
  }

  function pass(ms: number): void {
    const until = account.time + ms
    const due = late.filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at)
    late.splice(0, late.length, ...late.filter(({ at }) => at > until))
    for (const { at, run } of due) {
      account.time = Math.max(account.time, at)
      run()
    }
    account.time = until
  }

  for (const [index, step] of steps.entries()) {
    if (step.do === 'wait') pass(step.ms)
    else if (step.do === 'deposit') venue.deposits += step.by
    else if (step.do === 'trade') {
      const size = 1_000_003n * BigInt(index + 2) + BigInt(index * index * 7_919)
      const trade: Trade = {
        key: `t${index}`,
        amount: step.buys ? -size : size,
        at: account.time,
        word: 'matched',
        endedAt: account.time,
      }
      venue.trades.push(trade)
      late.push({ at: account.time + step.delay * 100, run: () => tell(trade, 'matched') })
      pass(0)
    } else if (step.do === 'word') {
      const trade = venue.trades[step.trade % Math.max(1, venue.trades.length)]
      if (trade === undefined || NEXT[trade.word]?.includes(step.word) !== true) continue
      pass(1_000)
      const from = trade.word
      trade.word = step.word as FillStatus
      if (!(from === 'mined' && trade.word === 'confirmed')) trade.endedAt = account.time
      tell(trade, trade.word)
    } else if (step.do === 'read') {
      const [value, began] = [venue.shown(account.time), account.time]
      if (isReading) continue
      isReading = true
      const end = (): void => {
        isReading = false
        account.read(value, { began })
      }
      if (step.takes === 0) end()
      else late.push({ at: account.time + step.takes * 100, run: end })
    } else if (step.do === 'prove') {
      pass(1)
      const visible = venue.trades.filter(({ word, endedAt }) =>
        word === 'matched' || word === 'retrying'
          ? venue.showsAt === 'matched'
          : endedAt + venue.lagMs <= account.time,
      )
      account.state = transit.prove(account.state, new Set(visible.map(({ key }) => key)), account.now)
    } else {
      pass(5_000)
      const before = account
      account = new Account()
      account.time = before.time
      late.splice(0)
      isReading = false
      begin()
      // A start that reads the account after its own trades, or before them.
      if (index % 2 === 0) account.read(venue.shown(account.time))
      for (const trade of venue.trades) tell(trade, trade.word)
      if (index % 2 === 1) account.read(venue.shown(account.time))
    }
    check(`${index} ${step.do}`)
  }
  pass(1_000)
  for (const trade of venue.trades)
    if (NEXT[trade.word] !== undefined) {
      if (trade.word !== 'mined') trade.endedAt = account.time
      trade.word = 'confirmed'
      tell(trade, 'confirmed')
    }
  check('settled')
  for (const wait of [1_000, 61_000]) {
    pass(wait)
    account.read(venue.shown(account.time))
    check('at the end')
  }
  const truth = venue.trades.reduce(
    (sum, { word, amount }) => (word === 'failed' ? sum : sum + amount),
    venue.deposits,
  )
  assert.deepEqual(account.figures, [truth, truth])
}

for (const showsAt of ['matched', 'mined'] as const) {
  test(`INV-76 is never more than the truth and in the end the truth, at a venue that shows trades when ${showsAt}`, () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 4_000),
        fc.array(STEP, { minLength: 3, maxLength: 25 }),
        (lagMs, steps) => {
          play(new Venue(showsAt, lagMs), steps)
        },
      ),
      { numRuns: 2_000 },
    )
  })
}
