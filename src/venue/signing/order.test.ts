// Rules shown here: VEN-5.
/** Signing against the independent vectors, byte for byte, and against another library for random input. */
import { Buffer } from 'node:buffer'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { TypedData } from 'ox'
import { limitAmounts } from '#core/order/order-amounts.ts'
import { parseMicros } from '#core/money.ts'
import { parsePrice, parseTickSize } from '#core/price.ts'
import { orderBody } from '../clob/order-body.ts'
import { fieldsOf, formOf, readVectors, testCurve as curve } from '../testing/vectors.ts'
import type { OrderVectors, VectorCase } from '../testing/vectors.ts'
import { createWords, fromHex, putUint, toHex } from './bytes.ts'
import { checksumAddress } from './curve.ts'
import { keccak } from './keccak.ts'
import { domainSeparator, typedDataDigest } from './domains.ts'
import { createOrderHasher, createOrderSigner, ZERO_WORD } from './order.ts'
import { ORDER_TYPE } from './order-type.ts'

const orders = readVectors('orders-v2') as OrderVectors
const combos = readVectors('combos-v3') as Pick<OrderVectors, 'cases' | 'invalid' | 'wallets' | 'keys'>
const OWNER = '00000000-0000-4000-8000-000000000001'

function signCase(vector: VectorCase): { orderId: string; signature: string } {
  const key = fromHex(vector.privateKey)
  const sign = createOrderSigner({
    curve,
    chainId: vector.domain.chainId,
    key,
    form: formOf(vector.mode, vector.order.maker, curve.address(key)),
  })
  return sign(domainSeparator(vector.domain), fieldsOf(vector.order))
}

describe('signing of orders', () => {
  test('the order type string is the published one', () => {
    assert.equal(ORDER_TYPE, orders.constants.orderTypeString)
    assert.equal(ORDER_TYPE.length, orders.constants.orderTypeLength)
  })

  for (const [name, cases] of [
    ['orders', orders.cases],
    ['combos', combos.cases],
  ] as const) {
    test(`INV-12 every vector of ${name} gives the same separator, hash, id and signature`, () => {
      assert.ok(cases.length > 10)
      const hash = createOrderHasher()
      for (const vector of cases) {
        const separator = domainSeparator(vector.domain)
        assert.equal(`0x${toHex(separator)}`, vector.domainSeparator, vector.id)
        assert.equal(`0x${toHex(hash(fieldsOf(vector.order)))}`, vector.hashStruct, vector.id)
        const signed = signCase(vector)
        assert.equal(signed.orderId, vector.orderId, vector.id)
        assert.equal(signed.signature, vector.signature, vector.id)
      }
    })
  }

  test('INV-12 every order vector gives the same body, and its amounts follow from price and size', () => {
    for (const vector of orders.cases) {
      const { signature } = signCase(vector)
      const body = orderBody(fieldsOf(vector.order), signature, {
        owner: OWNER,
        timeInForce: vector.input.orderType,
        postOnly: vector.input.postOnly,
        expiration: Number(vector.input.expiration),
      })
      assert.equal(body, vector.postBody, vector.id)
      const price = parsePrice(vector.input.price)
      const tick = parseTickSize(vector.input.tick)
      const size = parseMicros(vector.input.size)
      assert.ok(price !== null && tick !== null && size.ok)
      const amounts = limitAmounts(vector.order.side, price, size.value, tick)
      assert.equal(amounts.makerAmount.toString(), vector.order.makerAmount, vector.id)
      assert.equal(amounts.takerAmount.toString(), vector.order.takerAmount, vector.id)
    }
  })

  test('vectors that must match each other do', () => {
    const byId = new Map(orders.cases.map((vector) => [vector.id, vector]))
    let compared = 0
    for (const vector of orders.cases) {
      const twin = byId.get(vector.sameSignatureAs ?? '')
      if (twin === undefined) continue
      assert.equal(signCase(vector).signature, signCase(twin).signature, vector.id)
      compared += 1
    }
    assert.ok(compared > 0)
  })

  test('no signature of the invalid lists is one that a rightful key of ours makes', () => {
    const profiles = orders.profiles
    for (const bad of [...orders.invalid, ...combos.invalid]) {
      const exchange = profiles[bad.profile]?.exchanges[bad.exchange]
      const profile = profiles[bad.profile]
      assert.ok(exchange !== undefined && profile !== undefined)
      const separator = domainSeparator({ ...exchange, name: profile.name, chainId: profile.chainId })
      const wallet = orders.wallets.find((one) => one.address === bad.order.maker)
      for (const key of orders.keys) {
        const rightful =
          bad.order.signatureType === 0
            ? key.address === bad.order.signer
            : wallet !== undefined && bad.order.signer === wallet.address
        if (!rightful) continue
        const session = wallet?.authorisedSessionKeys.includes(key.address) === true
        if (wallet !== undefined && !session && wallet.ownerKey !== key.id) continue
        const mode = wallet === undefined ? 'eoa' : session ? 'session' : 'owner'
        const sign = createOrderSigner({
          curve,
          chainId: profile.chainId,
          key: fromHex(key.privateKey),
          form: formOf(mode, bad.order.maker, key.address),
        })
        assert.notEqual(sign(separator, fieldsOf(bad.order)).signature, bad.signature, `${bad.id} ${bad.why}`)
      }
    }
  })

  test('random orders hash as another library hashes them, and the signature recovers to the key', () => {
    const uint256 = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
    const address = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => `0x${toHex(bytes)}` as const)
    const domain = {
      name: 'Any Exchange',
      version: '2',
      chainId: 137,
      verifyingContract: `0x${'ab'.repeat(20)}`,
    } as const
    const separator = domainSeparator(domain)
    const types = {
      Order: ORDER_TYPE.slice(6, -1)
        .split(',')
        .map((field) => {
          const [type = '', name = ''] = field.split(' ')
          return { type, name }
        }),
    }
    const privateKey = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .filter((key) => secp256k1.utils.isValidSecretKey(key))
    fc.assert(
      fc.property(
        fc.record({
          salt: uint256,
          tokenId: uint256,
          makerAmount: uint256,
          takerAmount: uint256,
          timestamp: uint256,
        }),
        address,
        fc.constantFrom('BUY' as const, 'SELL' as const),
        privateKey,
        (numbers, wallet, side, key) => {
          const order = {
            ...numbers,
            maker: wallet,
            signer: wallet,
            side,
            signatureType: 0 as const,
            metadata: ZERO_WORD,
            builder: ZERO_WORD,
          }
          const payload = TypedData.getSignPayload({
            domain,
            types,
            primaryType: 'Order',
            message: { ...order, side: side === 'BUY' ? 0 : 1 },
          })
          const sign = createOrderSigner({ curve, chainId: 137, key, form: { kind: 'plain' } })
          const signed = sign(separator, order)
          assert.equal(signed.orderId, payload)
          const expected = secp256k1.sign(fromHex(payload), key, {
            prehash: false,
            format: 'recovered',
            lowS: true,
          })
          const recovery = 27 + (expected[0] ?? 0)
          assert.equal(signed.signature, `0x${toHex(expected.subarray(1))}${recovery.toString(16)}`)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('hashing agrees with another library for any bytes, and words for any number', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
        (bytes, value) => {
          assert.deepEqual(Buffer.from(keccak(bytes)), Buffer.from(keccak_256(bytes)))
          const words = createWords(2)
          putUint(words, 1, (1n << 256n) - 1n)
          putUint(words, 1, value)
          assert.equal(toHex(words.bytes), value.toString(16).padStart(128, '0'))
        },
      ),
    )
  })

  test('addresses are checksummed whatever case they come in', () => {
    for (const key of orders.keys) {
      assert.equal(curve.address(fromHex(key.privateKey)), key.address)
      assert.equal(checksumAddress(key.address.toLowerCase()), key.address)
    }
    assert.equal(curve.isKey(new Uint8Array(32)), false)
    assert.equal(typedDataDigest(new Uint8Array(32), new Uint8Array(32)).length, 32)
  })
})
