/**
 * The other side of `click-to-wire`, in a process of its own: the venue's published client where BENCH_CLIENT names a
 * folder with it installed, else one bare request with a body of an order's length; called, or behind a bare HTTP server that
 * places one order for each request.
 */
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { createRequire } from 'node:module'
import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { hostTime } from './wire-relay.ts'

export type ClientSettings = {
  /** Null: the bare request. */
  readonly folder: string | null
  readonly url: string
  /** Owner of the deposit wallet, which the terminal trades for too. */
  readonly key: string
  readonly wallet: string
  readonly token: string
  readonly price: number
  readonly size: number
  readonly tick: string
  readonly negRisk: boolean
}

type Published = {
  readonly ClobClient: new (options: object) => PublishedClient
  readonly createL2Headers: (signer: unknown, credentials: object, args: object) => Promise<object>
}

type PublishedClient = {
  createOrDeriveApiKey(): Promise<object>
  createAndPostOrder(order: object, options: object, kind: string, postOnly: boolean): Promise<unknown>
  cancelAll(): Promise<unknown>
}

type Caller = { readonly place: () => Promise<unknown>; readonly cancelAll: () => Promise<unknown> }

const PACKAGE = 'clob-client-v2'
const BODY_BYTES = 1_400

/** The client's package, whoever publishes it. */
async function load(folder: string): Promise<{ readonly published: Published; readonly signerOf: SignerOf }> {
  const modules = join(folder, 'node_modules')
  const scope = readdirSync(modules).find(
    (name) => name.startsWith('@') && readdirSync(join(modules, name)).includes(PACKAGE),
  )
  if (scope === undefined) throw new Error(`no ${PACKAGE} below ${modules}`)
  const require = createRequire(join(folder, 'package.json'))
  const pathOf = (name: string): string => require.resolve(name)
  const published = (await import(pathOf(`${scope}/${PACKAGE}`))) as Published
  const viem = (await import(pathOf('viem'))) as {
    readonly createWalletClient: WalletOf
  } & Transport
  const accounts = (await import(pathOf('viem/accounts'))) as {
    readonly privateKeyToAccount: (key: string) => object
  }
  const chains = (await import(pathOf('viem/chains'))) as Readonly<Record<string, { id?: number }>>
  const chain = Object.values(chains).find(({ id }) => id === CHAIN)
  const transport = viem.custom({ request: () => Promise.reject(new Error('no chain here')) })
  return {
    published,
    signerOf: (key) =>
      viem.createWalletClient({ account: accounts.privateKeyToAccount(key), chain, transport }),
  }
}

type SignerOf = (key: string) => unknown
type WalletOf = (options: object) => unknown
type Transport = { readonly custom: (provider: object) => unknown }

const CHAIN = 137
/** Signature of a contract wallet. */
const DEPOSIT_WALLET = 3

/** The prefix of the headers that the published client sends. */
export async function headerPrefixOf(folder: string, key: string): Promise<string> {
  const { published, signerOf } = await load(folder)
  const credentials = { key: 'k', secret: 'c2VjcmV0', passphrase: 'p' }
  const args = { method: 'GET', requestPath: '/' }
  const names = Object.keys(await published.createL2Headers(signerOf(key), credentials, args))
  return names[0]?.split('_')[0] ?? ''
}

async function publishedCaller(settings: ClientSettings & { readonly folder: string }): Promise<Caller> {
  const { published, signerOf } = await load(settings.folder)
  const options = { host: settings.url, chain: CHAIN, signer: signerOf(settings.key) }
  const creds = await new published.ClobClient(options).createOrDeriveApiKey()
  const wallet = { signatureType: DEPOSIT_WALLET, funderAddress: settings.wallet }
  const client = new published.ClobClient({ ...options, ...wallet, creds })
  const { token, price, size, tick, negRisk } = settings
  return {
    async place() {
      const order = { tokenID: token, side: 'BUY', price, size }
      const terms = { tickSize: tick, negRisk, version: 2 }
      const answer = await client.createAndPostOrder(order, terms, 'GTC', true)
      if ((answer as { readonly success?: boolean }).success !== true)
        throw new Error(`refused: ${JSON.stringify(answer)}`)
    },
    cancelAll: () => client.cancelAll(),
  }
}

/** The least that any client needs: the bytes of a request on a connection that is kept. */
function bareCaller({ url }: ClientSettings): Caller {
  const agent = new Agent({ keepAlive: true })
  const body = JSON.stringify({ filling: 'x'.repeat(BODY_BYTES) })
  return {
    place() {
      const { promise, resolve, reject } = Promise.withResolvers<undefined>()
      const headers = {
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': 'bench',
      }
      const sent = request(`${url}/order`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().once('end', () => resolve(undefined))
      })
      sent.once('error', reject)
      sent.end(body)
      return promise
    },
    cancelAll: () => Promise.resolve(),
  }
}

/** Takes the order of a request, as the terminal does, and places one; answers the port. */
async function serve(caller: Caller): Promise<number> {
  const server = createServer((asked, answer) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of asked) chunks.push(chunk as Buffer)
      JSON.parse(Buffer.concat(chunks).toString('utf8'))
      await caller.place()
      answer.setHeader('content-type', 'application/json')
      answer.end('{}')
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

if (import.meta.main) {
  const settings = JSON.parse(process.argv[2] ?? '{}') as ClientSettings
  const { folder } = settings
  const caller = folder === null ? bareCaller(settings) : await publishedCaller({ ...settings, folder })
  process.on('message', (message: 'place' | 'cancel') => {
    void (async () => {
      const startedAt = hostTime()
      await (message === 'place' ? caller.place() : caller.cancelAll())
      process.send?.(startedAt)
    })()
  })
  process.on('disconnect', () => process.exit())
  process.send?.(await serve(caller))
}
