import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examineEnvText } from './env-file.ts'

const findingsOf = (text: string) => examineEnvText(text).map(({ state, check }) => `${state} ${check}`)

test('every name of the file that is no setting is warned of, whatever it begins with', () => {
  assert.deepEqual(
    findingsOf('LIVE_TRADNG=true\nHTTP_ADR=127.0.0.1:1\nLOG_LEVEL=info\nTZ=UTC\nNODE_OPTIONS=\n'),
    ['warn HTTP_ADR', 'warn LIVE_TRADNG'],
  )
})

test('a line that is no assignment is warned of by its number, without what stands in it', () => {
  const text = "# a comment\n\nexport LOG_LEVEL='info' # why\nSESSION_SECRET: hunter2\nhunter2\n"
  assert.deepEqual(findingsOf(text), ['warn .env line 4', 'warn .env line 5'])
  assert.equal(JSON.stringify(examineEnvText(text)).includes('hunter2'), false)
  assert.deepEqual(findingsOf('LOG_LEVEL="in\nfo"\n'), [])
})

test('the wallet given as its own owner is warned of', () => {
  const wallet = `0x${'aB'.repeat(20)}`
  const text = (owner: string) => `VENUE_WALLET_ADDRESS=${wallet}\nVENUE_OWNER_ADDRESS=${owner}\n`
  assert.deepEqual(findingsOf(text(wallet.toLowerCase())), ['warn VENUE_OWNER_ADDRESS'])
  assert.deepEqual(findingsOf(text(`0x${'cd'.repeat(20)}`)), [])
})
