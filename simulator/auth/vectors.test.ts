import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

import { createManualClock } from '../clock.ts'
import { createCredentials, hmacOf } from './credentials.ts'
import { createOrderVerifier, type ExchangeKind } from './order-signature.ts'
import type { Hex, OrderFields } from './typed-data.ts'
import { createWallets } from './wallets.ts'

type WireOrder = Record<'salt' | 'tokenId' | 'makerAmount' | 'takerAmount' | 'timestamp' | 'side', string> & {
  readonly maker: Hex
  readonly signer: Hex
  readonly metadata: Hex
  readonly builder: Hex
  readonly signatureType: number
}

type OrderCase = {
  readonly id: string
  readonly why?: string
  readonly profile: string
  readonly exchange: 'ordinary' | 'negRisk' | 'combos'
  readonly mode: string
  readonly order: WireOrder
  readonly signature: string
  readonly orderId: string
}

type ProfileOfVectors = {
  readonly name: string
  readonly chainId: number
  readonly exchanges: Record<string, { readonly verifyingContract: string }>
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../test/vectors/${name}.json`, import.meta.url), 'utf8'))
}

type Cases<C> = { readonly cases: readonly C[]; readonly invalid: readonly C[] }

const orders = read('orders-v2') as Cases<OrderCase> & {
  readonly profiles: Readonly<Record<string, ProfileOfVectors>>
  readonly wallets: readonly {
    readonly address: string
    readonly owner: string
    readonly authorisedSessionKeys: readonly string[]
  }[]
}
const combos = read('combos-v3') as Cases<OrderCase>
const NOW = 1_767_225_600_000

function verifierOf(profileName: string) {
  const profile = orders.profiles[profileName]
  assert.ok(profile)
  const wallets = createWallets()
  for (const { address, owner, authorisedSessionKeys } of orders.wallets) {
    const sessions = authorisedSessionKeys.map((session) => ({
      address: session,
      scopes: ['CLOB', 'COMBOSRFQ'] as const,
      validUntil: NOW / 1000 + 86_400,
    }))
    wallets.addDepositWallet({ address, owner, sessions })
  }
  const contract = (name: string): string => profile.exchanges[name]?.verifyingContract ?? ''
  return createOrderVerifier(
    {
      chain_id: profile.chainId,
      exchange_domain: profile.name,
      contracts: {
        ctf_exchange_v2: contract('ordinary'),
        neg_risk_exchange_v2: contract('negRisk'),
        exchange_v3: contract('combos'),
      },
    },
    wallets,
  )
}

const verifiers = { neutral: verifierOf('neutral'), real: verifierOf('real') }

function check({ profile, exchange, order, signature }: OrderCase) {
  const verifier = profile === 'real' ? verifiers.real : verifiers.neutral
  const kind: ExchangeKind = exchange === 'negRisk' ? 'neg_risk' : exchange
  const fields: OrderFields = {
    salt: BigInt(order.salt),
    maker: order.maker,
    signer: order.signer,
    tokenId: BigInt(order.tokenId),
    makerAmount: BigInt(order.makerAmount),
    takerAmount: BigInt(order.takerAmount),
    side: order.side === 'SELL' ? 1 : 0,
    signatureType: order.signatureType,
    timestamp: BigInt(order.timestamp),
    metadata: order.metadata,
    builder: order.builder,
  }
  return verifier.verify(fields, signature, kind, NOW)
}

describe('order signatures', () => {
  test('every vector is accepted with its order id, whoever signed it', () => {
    for (const vector of [...orders.cases, ...combos.cases]) {
      const answer = check(vector)
      assert.equal(answer.kind, 'signed', `${vector.id}: ${answer.kind === 'unsigned' ? answer.why : ''}`)
      assert.equal(answer.orderId, vector.orderId.toLowerCase(), vector.id)
      assert.equal(answer.kind === 'signed' && answer.by, vector.mode, vector.id)
    }
    assert.ok(orders.cases.length > 100 && combos.cases.length > 10)
  })

  test('every invalid vector is refused', () => {
    for (const vector of [...orders.invalid, ...combos.invalid]) {
      assert.equal(check(vector).kind, 'unsigned', `${vector.id}: ${vector.why}`)
    }
  })

  test('no single byte of a signature can change, in any layer', () => {
    for (const mode of ['eoa', 'owner', 'session']) {
      const vector = orders.cases.find((candidate) => candidate.mode === mode)
      assert.ok(vector)
      const bytes = Buffer.from(vector.signature.slice(2), 'hex')
      for (let index = 0; index < bytes.length; index += mode === 'eoa' ? 1 : 7) {
        const changed = Buffer.from(bytes)
        changed[index] = (changed[index] ?? 0) ^ 0x01
        const answer = check({ ...vector, signature: `0x${changed.toString('hex')}` })
        assert.equal(answer.kind, 'unsigned', `${mode} byte ${index}`)
      }
    }
  })
})

type L1Case = { readonly id: string; readonly address: string; readonly headers: Record<string, string> }
type L2Case = Record<'id' | 'secret' | 'timestamp' | 'method' | 'requestUrl' | 'signature', string> & {
  readonly body: string | null
}

describe('requests', () => {
  const credentials = createCredentials({
    clock: createManualClock(NOW),
    profile: { chain_id: 137, header_prefix: 'VENUE_', auth_domain: 'ClobAuthDomain' },
    seed: 'vectors',
    timestampWindowMs: Infinity,
  })
  const lowerCased = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

  test('every L1 vector proves its address, every invalid one is refused', () => {
    const { cases, invalid } = read('l1-clob-auth') as Cases<L1Case>
    for (const vector of cases) {
      const answer = credentials.proveWallet(lowerCased(vector.headers))
      assert.equal(answer.kind === 'proved' && answer.address, vector.address.toLowerCase(), vector.id)
    }
    for (const vector of invalid) {
      assert.equal(credentials.proveWallet(lowerCased(vector.headers)).kind, 'refused', vector.id)
    }
  })

  test('the HMAC of every L2 vector is met, and of every invalid one is not', () => {
    const { cases, invalid } = read('l2-hmac') as Cases<L2Case>
    const computed = (vector: L2Case): string =>
      hmacOf(vector.secret, vector.timestamp, {
        method: vector.method,
        path: vector.requestUrl.split('?')[0] ?? '',
        body: Buffer.from(vector.body ?? ''),
      })
    for (const vector of cases) assert.equal(computed(vector), vector.signature, vector.id)
    for (const vector of invalid) assert.notEqual(computed(vector), vector.signature, vector.id)
  })

  test('a key exists once per address and nonce, and only its own headers open it', () => {
    const address = `0x${'ab'.repeat(20)}`
    const key = credentials.create(address, '0')
    assert.ok(key)
    assert.equal(credentials.create(address, '0'), null)
    assert.equal(credentials.derive(address, '1'), null)
    assert.deepEqual(credentials.derive(address, '0'), key)
    const request = { method: 'POST', path: '/order', body: Buffer.from('{"a":1}') }
    const headers = {
      venue_address: address.toUpperCase().replace('0X', '0x'),
      venue_api_key: key.id,
      venue_passphrase: key.passphrase,
      venue_timestamp: '1767225600',
      venue_signature: hmacOf(key.secret, '1767225600', request),
    }
    assert.equal(credentials.authenticate({ ...request, headers }).kind, 'known')
    for (const [name, value] of Object.entries(headers)) {
      const changed = { ...headers, [name]: value.slice(0, -2) }
      assert.equal(credentials.authenticate({ ...request, headers: changed }).kind, 'refused', name)
    }
    const body = Buffer.from('{"a": 1}')
    assert.equal(credentials.authenticate({ ...request, body, headers }).kind, 'refused')
  })

  test('a timestamp outside the window is refused', () => {
    const strict = createCredentials({
      clock: createManualClock(NOW),
      profile: { chain_id: 137, header_prefix: 'VENUE_', auth_domain: 'ClobAuthDomain' },
      seed: 'vectors',
      timestampWindowMs: 10_000,
    })
    const [vector] = (read('l1-clob-auth') as Cases<L1Case>).cases
    assert.ok(vector)
    assert.equal(strict.proveWallet(lowerCased(vector.headers)).kind, 'proved')
    const late = createCredentials({
      clock: createManualClock(NOW + 10_001),
      profile: { chain_id: 137, header_prefix: 'VENUE_', auth_domain: 'ClobAuthDomain' },
      seed: 'vectors',
      timestampWindowMs: 10_000,
    })
    assert.equal(late.proveWallet(lowerCased(vector.headers)).kind, 'refused')
  })
})
