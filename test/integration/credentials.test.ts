/** Credentials and the delivery network in front of the venue, over real sockets: what is no answer of the venue, and asking again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTerminal, startTestSimulator } from '../harness.ts'
import { arm } from '../market.ts'
import { waitFor } from '../wait-for.ts'

const CREATE = '/auth/api-key'

test('a page of the delivery network is no answer of the venue', { timeout: 180_000 }, async (context) => {
  const simulator = await startTestSimulator(context)
  const clearFaults = (): Promise<unknown> =>
    fetch(`${simulator.account.control_url}/_sim/faults`, { method: 'DELETE' })
  const block = (): Promise<unknown> =>
    simulator.control('/faults', { name: 'auth.403_html', match: { path: CREATE } })
  await block()
  await simulator.control('/faults', { name: 'http.html_403', match: { service: 'geoblock' } })
  const terminal = await startTerminal(context, {
    simulator,
    ready: async (url) => (await fetch(`${url}/api/health`)).ok,
  })
  const client = terminal.client()

  const { credentials } = await waitFor('the first attempt', async () => {
    const status = await client.ok('readStatus')
    return status.credentials.next_retry_at === null ? null : status
  })
  assert.deepEqual([credentials.state, credentials.reason], ['pending', 'network'])
  assert.match(credentials.detail ?? '', /delivery network.*Create the API key once on the venue’s own site/)
  const { geoblock } = await waitFor('the geographic check', async () => {
    const status = await client.ok('readStatus')
    return status.geoblock.checked_at === null ? null : status
  })
  assert.equal(geoblock.blocked, true)
  assert.match(geoblock.error ?? '', /delivery network.*“Just a moment\.\.\.”/)

  await clearFaults()
  const soon = await client.call('retryCredentials', { body: {} })
  assert.equal(soon.status, 429)
  const tried = await waitFor('an attempt that is allowed', async () => {
    const answer = await client.call('retryCredentials', { body: {} })
    return answer.status === 429 ? null : answer
  })
  assert.equal(tried.status, 200)
  assert.equal((await client.ok('readStatus')).credentials.state, 'ready')

  await block()
  await terminal.restart()
  assert.equal((await terminal.client().ok('readStatus')).credentials.state, 'ready')
  await arm(terminal.client())
})
