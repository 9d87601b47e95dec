// A plain trading client for tests of the simulated venue: signs with the TEST-ONLY keys and sends what a test requests,
// right or wrong. Shares no code with the terminal.
import { createHmac } from 'node:crypto'

import * as Secp256k1 from 'ox/Secp256k1'
import * as TypedData from 'ox/TypedData'

import { addressOf, DEPOSIT_WALLET, NAMES } from './venue.ts'

type Hex = `0x${string}`
type Headers = Record<string, string>

export type Reply = {
  readonly status: number
  readonly json: unknown
  readonly text: string
  readonly headers: globalThis.Headers
}

export type OrderChoice = {
  readonly token: string
  readonly side?: 'BUY' | 'SELL'
  /** Micro amounts as they are signed. */
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  readonly type?: 'GTC' | 'GTD' | 'FOK' | 'FAK'
  readonly postOnly?: boolean
  readonly expiration?: string
  readonly contract?: string
  readonly salt?: number
  readonly timestamp?: number
}

export type Credentials = { readonly apiKey: string; readonly secret: string; readonly passphrase: string }

const ORDER = [
  { name: 'salt', type: 'uint256' },
  { name: 'maker', type: 'address' },
  { name: 'signer', type: 'address' },
  { name: 'tokenId', type: 'uint256' },
  { name: 'makerAmount', type: 'uint256' },
  { name: 'takerAmount', type: 'uint256' },
  { name: 'side', type: 'uint8' },
  { name: 'signatureType', type: 'uint8' },
  { name: 'timestamp', type: 'uint256' },
  { name: 'metadata', type: 'bytes32' },
  { name: 'builder', type: 'bytes32' },
] as const
const ORDER_TEXT = `Order(${ORDER.map(({ name, type }) => `${type} ${name}`).join(',')})`
const ZERO: Hex = `0x${'00'.repeat(32)}`

/** A client for one key: `eoa` trades for itself, `owner` and `session` for the deposit wallet. */
export function createClient(options: {
  readonly base: string
  readonly key: Hex
  readonly kind: 'eoa' | 'owner' | 'session'
  /** Milliseconds; what is signed as the time. */
  readonly now: () => number
}) {
  const { base, key } = options
  const address = addressOf(key)
  const maker = options.kind === 'eoa' ? address : DEPOSIT_WALLET
  let salts = Number.parseInt(address.slice(2, 12), 16)
  let credentials: Credentials | undefined

  async function send(method: string, path: string, headers: Headers, body?: string): Promise<Reply> {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    return { status: response.status, json: parsed(text), text, headers: response.headers }
  }

  function l1(nonce = '0'): Headers {
    const timestamp = String(Math.floor(options.now() / 1000))
    const payload = TypedData.getSignPayload({
      domain: { name: NAMES.auth_domain, version: '1', chainId: NAMES.chain_id },
      types: {
        ClobAuth: [
          { name: 'address', type: 'address' },
          { name: 'timestamp', type: 'string' },
          { name: 'nonce', type: 'uint256' },
          { name: 'message', type: 'string' },
        ],
      },
      primaryType: 'ClobAuth',
      message: {
        address: address as Hex,
        timestamp,
        nonce: BigInt(nonce),
        message: 'This message attests that I control the given wallet',
      },
    })
    return {
      VENUE_ADDRESS: address,
      VENUE_SIGNATURE: sign(payload, key),
      VENUE_TIMESTAMP: timestamp,
      VENUE_NONCE: nonce,
    }
  }

  function l2(method: string, path: string, body: string, at = options.now()): Headers {
    if (credentials === undefined) throw new Error('no credentials yet')
    const timestamp = String(Math.floor(at / 1000))
    const hmac = createHmac('sha256', Buffer.from(credentials.secret, 'base64'))
    const signature = hmac.update(`${timestamp}${method}${path.split('?')[0]}${body}`).digest('base64')
    return {
      VENUE_ADDRESS: address,
      VENUE_SIGNATURE: signature.replaceAll('+', '-').replaceAll('/', '_'),
      VENUE_TIMESTAMP: timestamp,
      VENUE_API_KEY: credentials.apiKey,
      VENUE_PASSPHRASE: credentials.passphrase,
    }
  }

  async function login(): Promise<Credentials> {
    const created = await send('POST', '/auth/api-key', l1())
    const reply = created.status === 200 ? created : await send('GET', '/auth/derive-api-key', l1())
    credentials = reply.json as Credentials
    return credentials
  }

  function signed(method: string, path: string, body?: unknown): Promise<Reply> {
    const text = body === undefined ? '' : JSON.stringify(body)
    return send(method, path, l2(method, path, text), body === undefined ? undefined : text)
  }

  /** The POST /order body of an order, signed. */
  function orderBody(choice: OrderChoice): Record<string, unknown> {
    salts += 1
    const salt = choice.salt ?? salts
    const side = choice.side ?? 'BUY'
    const message = {
      salt: BigInt(salt),
      maker: maker as Hex,
      signer: maker as Hex,
      tokenId: BigInt(choice.token),
      makerAmount: choice.makerAmount,
      takerAmount: choice.takerAmount,
      side: side === 'BUY' ? 0 : 1,
      signatureType: options.kind === 'eoa' ? 0 : 3,
      timestamp: BigInt(choice.timestamp ?? options.now()),
      metadata: ZERO,
      builder: ZERO,
    }
    const domain = {
      name: NAMES.exchange_domain,
      version: '2',
      chainId: NAMES.chain_id,
      verifyingContract: (choice.contract ?? NAMES.contracts.ctf_exchange_v2) as Hex,
    }
    const type = choice.type ?? 'GTC'
    return {
      deferExec: false,
      postOnly: choice.postOnly ?? false,
      order: {
        salt,
        maker,
        signer: maker,
        tokenId: choice.token,
        makerAmount: String(choice.makerAmount),
        takerAmount: String(choice.takerAmount),
        side,
        signatureType: message.signatureType,
        timestamp: String(message.timestamp),
        expiration: choice.expiration ?? '0',
        metadata: ZERO,
        builder: ZERO,
        signature: orderSignature(message, domain),
      },
      owner: credentials?.apiKey,
      orderType: type,
    }
  }

  function orderSignature(
    message: Record<string, unknown>,
    domain: { name: string; version: string; chainId: number; verifyingContract: Hex },
  ): Hex {
    if (options.kind === 'eoa') {
      return sign(getPayload({ domain, types: { Order: ORDER }, primaryType: 'Order', message }), key)
    }
    const types = {
      TypedDataSign: [
        { name: 'contents', type: 'Order' },
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
        { name: 'salt', type: 'bytes32' },
      ],
      Order: ORDER,
    }
    const wrapped = {
      contents: message,
      name: 'DepositWallet',
      version: '1',
      chainId: BigInt(NAMES.chain_id),
      verifyingContract: maker,
      salt: ZERO,
    }
    const inner = sign(getPayload({ domain, types, primaryType: 'TypedDataSign', message: wrapped }), key)
    const separator = TypedData.domainSeparator(domain)
    const contents = TypedData.hashStruct({ data: message, primaryType: 'Order', types: { Order: ORDER } })
    const text = Buffer.from(ORDER_TEXT).toString('hex')
    const wire = `${inner.slice(2)}${separator.slice(2)}${contents.slice(2)}${text}00ba`
    if (options.kind === 'owner') return `0x${wire}`
    const words = [address.slice(2), '', '60', (wire.length / 2).toString(16)].map((word) =>
      word.padStart(64, '0'),
    )
    return `0x${words.join('')}${wire}000000${'6492'.repeat(16)}`
  }

  return {
    address,
    send,
    login,
    l1,
    l2,
    signed,
    orderBody,
    credentials: () => credentials,
    place: (choice: OrderChoice) => signed('POST', '/order', orderBody(choice)),
  }
}

type Payload = {
  readonly domain: object
  readonly types: Record<string, readonly { readonly name: string; readonly type: string }[]>
  readonly primaryType: string
  readonly message: Record<string, unknown>
}

function getPayload(payload: Payload): Hex {
  return TypedData.getSignPayload(payload)
}

function sign(payload: Hex, key: Hex): Hex {
  const { r, s, yParity } = Secp256k1.sign({ payload, privateKey: key })
  return `0x${r.slice(2).padStart(64, '0')}${s.slice(2).padStart(64, '0')}${(27 + yParity).toString(16)}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
