// Credentials as they run: one attempt at a time, one re-derivation for all late 401s, no calls without any.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ClockVerdict } from '#core/machines/credential.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type {
  AccountIdentity,
  CredentialOutcome,
  KeyListing,
  ReadFault,
  SessionSigner,
} from '#ports/venue-account.ts'
import { createCredentials, type CredentialsActor } from './credentials.ts'
import { createManualClock, DOWN, settle, silentLog } from '../testing/market-fakes.ts'
import type { ManualClock } from '../testing/market-fakes.ts'
import { createFakeVenue } from '../testing/fake-venue.ts'
import { marketId } from '../testing/market-fakes.ts'

const DAY_MS = 86_400_000
const UNAUTHORIZED: Result<never, ReadFault> = err({
  kind: 'unauthorized',
  detail: '401',
  retryAfterMs: null,
})

type Scene = {
  readonly clock: ManualClock
  readonly actor: CredentialsActor
  /** When L1 was called. */
  readonly attempts: number[]
  readonly expiring: number[]
  outcome: () => Promise<CredentialOutcome>
  listing: () => Promise<Result<KeyListing, ReadFault>>
  drops: number
  readied: number
  verdict: ClockVerdict
}

function scene(identity: Partial<AccountIdentity> = {}): Scene {
  const clock = createManualClock()
  const { account } = createFakeVenue(clock, () => marketId(1))
  const made: Scene = {
    clock,
    attempts: [],
    expiring: [],
    drops: 0,
    readied: 0,
    verdict: 'right',
    outcome: async () => ({ kind: 'ready' }),
    listing: async () => ok({ kind: 'not_told' }),
    actor: createCredentials({
      clock,
      log: silentLog,
      account: {
        ...account,
        identity: { ...account.identity, ...identity },
        establishCredentials() {
          made.attempts.push(clock.monotonic())
          return made.outcome()
        },
        dropCredentials() {
          made.drops += 1
        },
        keyListing: () => made.listing(),
      },
      checkClock: async () => made.verdict,
      clockSkewMs: () => -3_600_000,
      onReady() {
        made.readied += 1
      },
      onChange() {},
      onExpiring: (validUntil) => made.expiring.push(validUntil),
    }),
  }
  return made
}

/** A read that the venue refuses while credentials of these generations are used. */
function readOf(made: Scene, refused: readonly number[]): { calls: number; run: () => Promise<boolean> } {
  const read = {
    calls: 0,
    async run() {
      const answer = await made.actor.read(async () => {
        read.calls += 1
        return refused.includes(made.actor.generation()) ? UNAUTHORIZED : ok('rows')
      })
      return answer.ok
    },
  }
  return read
}

describe('establishing', () => {
  test('without key and credentials there are none, and nothing is called', async () => {
    const made = scene({ hasKey: false })
    await made.actor.start()
    assert.equal(made.actor.status().state, 'none')
    assert.equal(made.actor.status().reason, null)
    const read = readOf(made, [])
    assert.equal(await read.run(), false)
    assert.deepEqual([made.attempts.length, read.calls], [0, 0])
  })

  test('configured ones are used as given', async () => {
    const made = scene({ hasKey: false, hasConfiguredCredentials: true })
    await made.actor.start()
    assert.equal(made.actor.isReady(), true)
    assert.deepEqual([made.attempts.length, made.readied], [0, 1])
  })

  test('network trouble: pending with its reason, again after 30 s, doubling to 10 min', async () => {
    const made = scene()
    made.outcome = async () => ({ kind: 'network', detail: 'no route', retryAfterMs: null })
    await made.actor.start()
    const { state, reason, nextRetryAt } = made.actor.status()
    assert.deepEqual([state, reason, nextRetryAt], ['pending', 'network', made.clock.now() + 30_000])
    await made.clock.advance(2_200_000)
    const gaps = made.attempts.map((at, index) => at - (made.attempts[index - 1] ?? 0))
    assert.deepEqual(gaps, [0, 30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000])
    made.outcome = async () => ({ kind: 'ready' })
    await made.clock.advance(600_000)
    assert.equal(made.actor.isReady(), true)
    assert.deepEqual([made.actor.status().reason, made.actor.status().nextRetryAt], [null, null])
  })

  test('an adapter that throws is network trouble', async () => {
    const made = scene()
    made.outcome = async () => {
      throw new Error('bug in the adapter')
    }
    await made.actor.start()
    assert.equal(made.actor.status().reason, 'network')
  })

  test('a rejected key is tried again after 5, 15, 60 min, then hourly; without it no read is sent', async () => {
    const made = scene()
    made.outcome = async () => ({ kind: 'auth_rejected' })
    await made.actor.start()
    assert.deepEqual([made.actor.status().state, made.actor.status().reason], ['failed', 'auth_rejected'])
    const read = readOf(made, [])
    assert.equal(await read.run(), false)
    assert.equal(read.calls, 0)
    await made.clock.advance(3 * 3_600_000)
    const gaps = made.attempts.map((at, index) => (at - (made.attempts[index - 1] ?? 0)) / 60_000)
    assert.deepEqual(gaps, [0, 5, 15, 60, 60])
    assert.equal(made.drops, 5)
  })

  for (const kind of ['geoblocked', 'derive_failed'] as const) {
    test(`${kind} is final`, async () => {
      const made = scene()
      made.outcome = async () => (kind === 'geoblocked' ? { kind } : { kind, detail: 'no base64' })
      await made.actor.start()
      await made.clock.advance(DAY_MS)
      assert.deepEqual([made.actor.status().state, made.actor.status().reason], ['failed', kind])
      assert.equal(made.attempts.length, 1)
    })
  }
})

describe('a signed read that gets 401', () => {
  test('renews once for all that wait, and each is repeated once', async () => {
    const made = scene()
    await made.actor.start()
    const reads = Array.from({ length: 20 }, () => readOf(made, [1]))
    const answers = await Promise.all(reads.map((read) => read.run()))
    assert.ok(answers.every(Boolean))
    assert.deepEqual(
      reads.map(({ calls }) => calls),
      reads.map(() => 2),
    )
    assert.equal(made.attempts.length, 2)
  })

  test('whose answer comes after the renewal uses the new ones and renews nothing', async () => {
    const made = scene()
    await made.actor.start()
    const late = Promise.withResolvers<Result<string, ReadFault>>()
    let calls = 0
    const slow = made.actor.read(() => {
      calls += 1
      return calls === 1 ? late.promise : Promise.resolve(ok('rows'))
    })
    assert.equal(await readOf(made, [1]).run(), true)
    late.resolve(UNAUTHORIZED)
    assert.ok((await slow).ok)
    assert.equal(made.attempts.length, 2)
    assert.equal(made.actor.isReady(), true)
  })

  test('reads that begin during the renewal wait for it', async () => {
    const made = scene()
    await made.actor.start()
    const { promise, resolve } = Promise.withResolvers<CredentialOutcome>()
    made.outcome = () => promise
    const first = readOf(made, [1]).run()
    await settle()
    assert.equal(made.actor.isReady(), false)
    const second = readOf(made, [])
    const answer = second.run()
    await settle()
    assert.equal(second.calls, 0)
    resolve({ kind: 'ready' })
    assert.deepEqual(await Promise.all([first, answer]), [true, true])
  })

  test('from the new ones too: they have failed, nothing is called, L1 again after 5 min', async () => {
    const made = scene()
    await made.actor.start()
    assert.equal(await readOf(made, [1, 2]).run(), false)
    assert.deepEqual([made.actor.status().state, made.actor.status().reason], ['failed', 'auth_rejected'])
    const later = readOf(made, [])
    assert.equal(await later.run(), false)
    assert.equal(later.calls, 0)
    assert.equal(made.attempts.length, 2)
    await made.clock.advance(300_000)
    assert.equal(made.attempts.length, 3)
    assert.equal(await later.run(), true)
  })

  test('without a key fails at once, until a restart', async () => {
    const made = scene({ hasKey: false, hasConfiguredCredentials: true })
    await made.actor.start()
    const read = readOf(made, [1])
    assert.equal(await read.run(), false)
    assert.equal(read.calls, 1)
    await made.clock.advance(DAY_MS)
    assert.equal(made.actor.status().state, 'failed')
    assert.equal(made.attempts.length, 0)
  })

  test('any other fault renews nothing', async () => {
    const made = scene()
    await made.actor.start()
    assert.deepEqual(await made.actor.read(async () => DOWN), DOWN)
    assert.equal(made.attempts.length, 1)
  })
})

describe('the session key', () => {
  const signer = (validUntil: number, scopes: SessionSigner['scopes']): Scene['listing'] => {
    return async () => ok({ kind: 'listed', signer: { validUntil, scopes } })
  }

  test('is warned of once, 24 h ahead, and has expired on the moment', async () => {
    const made = scene()
    const end = made.clock.now() + 2 * DAY_MS
    made.listing = signer(end, ['CLOB'])
    await made.actor.start()
    await settle()
    assert.equal(made.actor.status().validUntil, end)
    await made.clock.advance(DAY_MS - 600_001)
    assert.deepEqual(made.expiring, [])
    await made.clock.advance(1_200_000)
    assert.deepEqual(made.expiring, [end])
    assert.equal(made.actor.isKeyExpired(), false)
    await made.clock.advance(end - made.clock.now() - 1)
    assert.equal(made.actor.isKeyExpired(), false)
    await made.clock.advance(1)
    assert.equal(made.actor.isKeyExpired(), true)
    assert.deepEqual(made.expiring, [end])
  })

  const scopes: readonly (readonly [SessionSigner['scopes'], boolean])[] = [
    [['CLOB'], true],
    [['ALL'], true],
    [['CLOB', 'COMBOSRFQ'], true],
    [['COMBOSRFQ'], false],
    [[], true],
  ]
  for (const [given, expected] of scopes) {
    test(`scopes ${given.join(' and ') || 'that nobody tells'} ${expected ? 'may' : 'may not'} trade`, async () => {
      const made = scene()
      made.listing = signer(made.clock.now() + DAY_MS, given)
      await made.actor.start()
      await settle()
      assert.equal(made.actor.hasTradingScope(), expected)
      assert.deepEqual(made.actor.status().scopes, given)
    })
  }

  test('a venue that will not say expires nothing', async () => {
    const made = scene()
    made.listing = async () => DOWN
    await made.actor.start()
    await settle()
    assert.deepEqual([made.actor.isKeyExpired(), made.actor.hasTradingScope()], [false, true])
  })

  test('a mismatch with the wallet stands until there are new credentials', async () => {
    const made = scene()
    await made.actor.start()
    made.actor.noteWalletMismatch()
    assert.equal(made.actor.isWalletMismatch(), true)
    await readOf(made, [1]).run()
    assert.equal(made.actor.isWalletMismatch(), false)
  })

  test('INV-49 a list that contradicts is kept until a list agrees: no refusal to answer and no new credentials end it', async () => {
    const made = scene()
    made.listing = async () => ok({ kind: 'other_wallet', wallet: '0xbb' })
    await made.actor.start()
    await settle()
    assert.deepEqual(
      [made.actor.isWalletMismatch(), made.actor.status().keyListing, made.actor.status().keyWallet],
      [true, 'other_wallet', '0xbb'],
    )
    made.listing = async () => DOWN
    await made.clock.advance(60_000)
    assert.equal(made.actor.isWalletMismatch(), true)
    made.listing = async () => ok({ kind: 'not_told' })
    await readOf(made, [1]).run()
    await made.clock.advance(60_000)
    assert.deepEqual([made.actor.generation(), made.actor.isWalletMismatch()], [2, true])
    made.listing = async () => ok({ kind: 'not_listed' })
    await made.clock.advance(30_000)
    assert.deepEqual([made.actor.isWalletMismatch(), made.actor.isKeyListed()], [false, false])
    made.listing = signer(made.clock.now() + DAY_MS, ['ALL'])
    await made.clock.advance(30_000)
    assert.deepEqual([made.actor.isWalletMismatch(), made.actor.isKeyListed()], [false, true])
  })

  test('a list that could not be read is asked for again every 30 s, one that was read every 10 min', async () => {
    const made = scene()
    const asked: number[] = []
    const answers: Result<KeyListing, ReadFault>[] = [DOWN, DOWN]
    made.listing = async () => {
      asked.push(made.clock.monotonic())
      return answers.shift() ?? ok({ kind: 'not_told' })
    }
    await made.actor.start()
    await settle()
    assert.equal(made.actor.isKeyCompared(), true)
    assert.equal(made.actor.isKeyListed(), true)
    await made.clock.advance(1_300_000)
    assert.deepEqual(
      asked.map((at) => at - (asked[0] ?? 0)),
      [0, 30_000, 60_000, 660_000, 1_260_000],
    )
  })

  test('stopped, it asks nothing more', async () => {
    const made = scene()
    made.outcome = async () => ({ kind: 'network', detail: '', retryAfterMs: null })
    await made.actor.start()
    made.actor.stop()
    await made.clock.advance(DAY_MS)
    assert.equal(made.attempts.length, 1)
  })
})

describe('INV-79 a sign that the key was taken off the list', () => {
  const LISTED: KeyListing = { kind: 'listed', signer: { scopes: ['ALL'], validUntil: null } }

  async function doubted(listings: (seconds: number) => KeyListing): Promise<Scene & { asked: number[] }> {
    const made = Object.assign(scene(), { asked: new Array<number>() })
    made.listing = async () => ok(LISTED)
    await made.actor.start()
    await made.clock.advance(100_000)
    const from = made.clock.monotonic()
    made.listing = async () => {
      const seconds = (made.clock.monotonic() - from) / 1_000
      made.asked.push(seconds)
      return ok(listings(seconds))
    }
    made.actor.doubtKey()
    await made.clock.advance(0)
    return made
  }

  test('the list is read at once, and what is missing is said, with what to do', async () => {
    const made = await doubted(() => ({ kind: 'not_listed' }))
    assert.deepEqual(made.asked, [0])
    assert.equal(made.actor.isKeyListed(), false)
    const { state, keyListing, detail } = made.actor.status()
    assert.deepEqual([state, keyListing], ['ready', 'not_listed'])
    assert.match(detail ?? '', /revoked or never authorised/)
  })

  test('listed again it works again, within half a minute', async () => {
    const made = await doubted((seconds) => (seconds < 40 ? { kind: 'not_listed' } : LISTED))
    await made.clock.advance(59_000)
    assert.equal(made.actor.isKeyListed(), false)
    await made.clock.advance(1_000)
    assert.deepEqual(made.asked, [0, 30, 60])
    assert.deepEqual([made.actor.isKeyListed(), made.actor.status().detail], [true, null])
  })

  test('a key that leaves the list only after its orders were cancelled is found missing', async () => {
    const made = await doubted((seconds) => (seconds < 15 ? LISTED : { kind: 'not_listed' }))
    assert.equal(made.actor.isKeyListed(), true)
    await made.clock.advance(20_000)
    assert.equal(made.actor.isKeyListed(), false)
  })

  test('a list that cannot be read is asked for again, and proves nothing', async () => {
    const made = await doubted(() => LISTED)
    made.listing = async () => DOWN
    made.actor.doubtKey()
    await made.clock.advance(15_000)
    assert.equal(made.actor.isKeyListed(), true)
    made.listing = async () => ok({ kind: 'not_listed' })
    await made.clock.advance(10_000)
    assert.equal(made.actor.isKeyListed(), false)
  })

  test('a thousand signs are no loop: a read every two seconds at most, and none a minute after the last', async () => {
    const made = await doubted(() => LISTED)
    for (let sign = 0; sign < 1_000; sign += 1) {
      made.actor.doubtKey()
      await made.clock.advance(10)
    }
    assert.ok(made.asked.length <= 6, String(made.asked))
    await made.clock.advance(70_000)
    const count = made.asked.length
    assert.ok(count <= 14, String(made.asked))
    await made.clock.advance(400_000)
    assert.equal(made.asked.length, count)
  })

  test('without a key, or stopped, nothing is asked', async () => {
    const made = scene({ hasKey: false })
    let asked = 0
    made.listing = async () => ok((asked += 1) > 0 ? LISTED : LISTED)
    await made.actor.start()
    made.actor.doubtKey()
    await made.clock.advance(5_000)
    assert.equal(asked, 0)
    const stopped = await doubted(() => LISTED)
    stopped.actor.stop()
    stopped.actor.doubtKey()
    await stopped.clock.advance(100_000)
    assert.deepEqual(stopped.asked, [0])
  })
})

describe('INV-51 a wrong clock', () => {
  test('keeps the credentials, names the clock, and they count again as soon as it is right', async () => {
    const made = scene()
    await made.actor.start()
    made.verdict = 'wrong'
    assert.equal(await readOf(made, [1]).run(), false)
    const { state, reason, detail } = made.actor.status()
    assert.deepEqual([state, reason], ['pending', null])
    assert.match(detail ?? '', /clock is 60 min ahead of the venue’s.*Set the clock right/)
    assert.deepEqual([made.attempts.length, made.drops], [1, 0])
    made.verdict = 'right'
    made.actor.clockRight()
    assert.deepEqual([made.actor.isReady(), made.readied, made.attempts.length], [true, 2, 1])
    assert.equal(await readOf(made, []).run(), true)
    made.actor.clockRight()
    assert.equal(made.readied, 2)
  })

  test('at the start: they are asked for once it is right', async () => {
    const made = scene()
    made.outcome = async () => ({ kind: 'auth_rejected' })
    made.verdict = 'wrong'
    await made.actor.start()
    assert.equal(made.actor.status().state, 'pending')
    await made.clock.advance(DAY_MS)
    assert.equal(made.attempts.length, 1)
    made.outcome = async () => ({ kind: 'ready' })
    made.actor.clockRight()
    await settle()
    assert.equal(made.actor.isReady(), true)
  })
})

describe('asking again', () => {
  test('INV-47 the trader need not wait for the timer, once in 10 s, and never sooner than the venue asks', async () => {
    const made = scene()
    made.outcome = async () => ({ kind: 'auth_rejected' })
    await made.actor.start()
    assert.deepEqual(await made.actor.retry(), err({ retryAfterMs: 10_000 }))
    await made.clock.advance(10_000)
    made.outcome = async () => ({ kind: 'network', detail: 'blocked', retryAfterMs: 90_000 })
    const tried = await made.actor.retry()
    assert.deepEqual(tried.ok && [tried.value.state, tried.value.detail], [
      'pending',
      'The venue could not be reached for credentials (blocked).',
    ])
    await made.clock.advance(30_000)
    assert.deepEqual(await made.actor.retry(), err({ retryAfterMs: 60_000 }))
    await made.clock.advance(59_999)
    assert.equal(made.attempts.length, 2)
    made.outcome = async () => ({ kind: 'ready' })
    await made.clock.advance(1)
    assert.equal(made.actor.isReady(), true)
    await made.clock.advance(DAY_MS)
    assert.equal(made.attempts.length, 3)
  })

  test('a final failure can be tried again, credentials that work or that no key can renew are left alone', async () => {
    const made = scene()
    made.outcome = async () => ({ kind: 'geoblocked' })
    await made.actor.start()
    await made.clock.advance(DAY_MS)
    made.outcome = async () => ({ kind: 'ready' })
    assert.equal((await made.actor.retry()).ok, true)
    assert.equal(made.actor.isReady(), true)
    await made.clock.advance(DAY_MS)
    await made.actor.retry()
    assert.equal(made.attempts.length, 2)
    const without = scene({ hasKey: false, hasConfiguredCredentials: true })
    await without.actor.start()
    await readOf(without, [1]).run()
    assert.equal(without.actor.status().state, 'failed')
    await without.actor.retry()
    assert.equal(without.attempts.length, 0)
  })
})
