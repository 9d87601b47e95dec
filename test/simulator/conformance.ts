/**
 * Points published clients of a venue at the simulator speaking as that venue:
 *
 *   node test/simulator/conformance.ts --profile FILE --drive FILE [further arguments of the drive]
 *
 * The profile names the venue's header prefix, domain and contracts; the drive is a program that takes `--base` and
 * `--config` and ends with the number of its failures. Both live outside this repository. Not a check of `npm test`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSimulator } from '#simulator/program.ts'
import type { SimulatorProfile } from '#simulator/profile.ts'

type MarketRow = {
  readonly id: string
  readonly condition_id: string
  readonly tokens: readonly [string, string]
  readonly neg_risk: boolean
  readonly seconds_delay: number
}

const DEPTH = '5000000000'

const { values, tokens } = parseArgs({
  options: { profile: { type: 'string' }, drive: { type: 'string' } },
  allowPositionals: true,
  strict: false,
  tokens: true,
})
if (typeof values.profile !== 'string' || typeof values.drive !== 'string') {
  throw new Error('needs --profile FILE and --drive FILE')
}
const further = tokens.flatMap((token) =>
  token.kind === 'option' && token.name !== 'profile' && token.name !== 'drive' ? [token.rawName] : [],
)

const profile = JSON.parse(readFileSync(values.profile, 'utf8')) as SimulatorProfile
const simulator = await startSimulator({ port: 0, profile })
const folder = mkdtempSync(join(tmpdir(), 'sesame-conformance-'))
try {
  const ordinary = await deepMarket(false)
  const negRisk = await deepMarket(true)
  const { ownerKey, sessionKey, eoaKey, depositWallet } = simulator.accounts
  const config = join(folder, 'config.json')
  writeFileSync(
    config,
    JSON.stringify({
      base: simulator.profile.urls.clob,
      conditionId: ordinary.condition_id,
      tokenId: ordinary.tokens[0],
      negConditionId: negRisk.condition_id,
      negTokenId: negRisk.tokens[0],
      wallet: depositWallet,
      ownerKey,
      sessionKey,
      expect: {
        exchangeV2: profile.contracts.ctf_exchange_v2,
        negRiskExchangeV2: profile.contracts.neg_risk_exchange_v2,
      },
    }),
    { mode: 0o600 },
  )
  const base = ['--base', simulator.profile.urls.clob, '--config', config, '--key', eoaKey]
  const drive = spawn(process.execPath, [values.drive, ...base, ...further], { stdio: 'inherit' })
  const [code] = (await once(drive, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
  await simulator.stop()
}

async function control(path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${simulator.controlUrl}/_sim${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`/_sim${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** A market in the middle of the range without a delay, with one deep offer at its best ask. */
async function deepMarket(negRisk: boolean): Promise<MarketRow> {
  const rows = (await control('/markets')) as readonly MarketRow[]
  for (const row of rows) {
    if (row.neg_risk !== negRisk || row.seconds_delay > 0) continue
    const { books } = (await control(`/market/${row.id}`)) as {
      readonly books: readonly {
        readonly bids: readonly { price: number }[]
        readonly asks: readonly { price: number }[]
      }[]
    }
    const bid = books[0]?.bids[0]?.price ?? 0
    const ask = books[0]?.asks[0]?.price ?? 10_000
    if (bid < 2_000 || ask > 8_000) continue
    await control('/order', {
      kind: 'foreign_place',
      token: row.tokens[1],
      side: 'BUY',
      price: 10_000 - ask,
      size: DEPTH,
      owner: '00000000-0000-4000-8000-000000000001',
    })
    return row
  }
  throw new Error('no market fits')
}
