// Rules shown here: VEN-3, VEN-4.
/** L1 and L2 headers against the independent vectors, byte for byte. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fromHex } from '../signing/bytes.ts'
import { readVectors, testCurve as curve } from '../testing/vectors.ts'
import { createL1Signer } from './l1.ts'
import { createL2Signer, decodeSecret, l2Signature } from './l2.ts'

type Headers = Readonly<Record<string, string>>
type L1Vectors = {
  readonly domain: { readonly name: string; readonly chainId: number }
  readonly keys: readonly { readonly privateKey: string; readonly address: string }[]
  readonly cases: readonly {
    readonly id: string
    readonly privateKey: string
    readonly timestamp: string
    readonly nonce: string
    readonly headers: Headers
  }[]
  readonly invalid: readonly { readonly id: string; readonly why: string; readonly headers: Headers }[]
}
type L2Request = {
  readonly id: string
  readonly secret: string
  readonly timestamp: string
  readonly method: string
  readonly requestUrl: string
  readonly body: string | null
  readonly signature: string
}
type L2Vectors = {
  readonly cases: readonly (L2Request & {
    readonly signedPath: string
    readonly secretKeyHex: string
    readonly headers: Headers
    readonly wrongIfQueryIsSigned?: string
  })[]
  readonly invalid: readonly (L2Request & { readonly why: string })[]
}

const l1 = readVectors('l1-clob-auth') as L1Vectors
const l2 = readVectors('l2-hmac') as L2Vectors

function l1Headers(privateKey: string, timestamp: string, nonce: string): Headers {
  const sign = createL1Signer({
    curve,
    key: fromHex(privateKey),
    domainName: l1.domain.name,
    chainId: l1.domain.chainId,
    headerPrefix: 'VENUE',
  })
  return Object.fromEntries(sign(timestamp, BigInt(nonce)))
}

describe('L1 headers', () => {
  test('every vector gives the same headers', () => {
    for (const vector of l1.cases) {
      assert.deepEqual(
        l1Headers(vector.privateKey, vector.timestamp, vector.nonce),
        vector.headers,
        vector.id,
      )
    }
  })

  test('no invalid vector is what the named key makes of the named time and nonce', () => {
    for (const bad of l1.invalid) {
      const address = bad.headers['VENUE_ADDRESS']
      const owner = l1.keys.find((key) => key.address === address)
      if (owner === undefined) continue
      const made = l1Headers(
        owner.privateKey,
        bad.headers['VENUE_TIMESTAMP'] ?? '',
        bad.headers['VENUE_NONCE'] ?? '',
      )
      assert.notDeepEqual(made, bad.headers, `${bad.id} ${bad.why}`)
    }
  })
})

describe('L2 headers', () => {
  test('every vector gives the same headers', () => {
    for (const vector of l2.cases) {
      const headers = vector.headers
      const sign = createL2Signer(
        {
          apiKey: headers['VENUE_API_KEY'] ?? '',
          secret: vector.secret,
          passphrase: headers['VENUE_PASSPHRASE'] ?? '',
        },
        headers['VENUE_ADDRESS'] ?? '',
        'VENUE',
      )
      assert.ok(sign !== null)
      const made = sign(vector.method, vector.signedPath, vector.body ?? '', vector.timestamp)
      assert.deepEqual(Object.fromEntries(made), headers, vector.id)
      assert.equal(decodeSecret(vector.secret)?.export().toString('hex'), vector.secretKeyHex)
      if (vector.wrongIfQueryIsSigned !== undefined) {
        assert.notEqual(headers['VENUE_SIGNATURE'], vector.wrongIfQueryIsSigned)
      }
    }
  })

  test('no invalid vector is what we would send for that request', () => {
    for (const bad of l2.invalid) {
      const key = decodeSecret(bad.secret)
      assert.ok(key !== null)
      const path = bad.requestUrl.split('?')[0] ?? ''
      const made = l2Signature(key, { ...bad, path, body: bad.body ?? '' })
      assert.notEqual(made, bad.signature, `${bad.id} ${bad.why}`)
    }
  })

  test('a secret that is not base64 makes no signer', () => {
    for (const secret of ['', 'not base64!', 'a', 'AAAA=A', 'ÄÄÄÄ']) {
      assert.equal(createL2Signer({ apiKey: 'k', secret, passphrase: 'p' }, '0x', 'VENUE'), null)
    }
  })
})
