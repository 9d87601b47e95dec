/** INV-68: orders and cancels while the disk of the recording is slow, and once it is full. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTerminal, startTerminalProcess, temporaryDirectory } from '../harness.ts'
import { arm, currentBook } from '../market.ts'
import { startQuietVenue } from '../reliability/quiet-venue.ts'
import { openAtVenue, placings } from '../reliability/truth.ts'
import { waitFor } from '../wait-for.ts'

const ORDERS = 9
/**
 * Limit for most orders: a busy machine is slow now and then. The slow disk takes eight times as long for each write.
 */
const WITHIN_MS = 250
const SLOW_MS = 2_000

/** Loaded into the terminal: what the file names happens to each write of the recording, and to nothing else. */
function brokenDisk(faultFile: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(`
    import { readFileSync, writeFileSync } from 'node:fs'
    import promises from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    const { open } = promises
    promises.open = async (path, ...rest) => {
      const file = await open(path, ...rest)
      if (!String(path).endsWith('.rec') || rest.length === 0) return file
      const append = file.appendFile.bind(file)
      file.appendFile = async (bytes) => {
        const fault = readFileSync(${JSON.stringify(faultFile)}, 'utf8')
        if (fault !== 'none') writeFileSync(${JSON.stringify(faultFile)} + '.' + fault, '')
        if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, ${SLOW_MS}))
        if (fault === 'full') throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
        return append(bytes)
      }
      return file
    }
    syncBuiltinESMExports()
  `)}`
}

test('INV-68 a slow disk and a full disk of the recording neither lose nor delay an order or a cancel', async (context) => {
  const venue = await startQuietVenue(context, { seed: 'recording-faults' })
  const faultFile = join(temporaryDirectory(context), 'fault')
  writeFileSync(faultFile, 'none')
  const terminal = await startTerminalProcess(context, {
    simulator: venue,
    env: { NODE_OPTIONS: brokenDisk(faultFile) },
  })
  const client = terminal.client()
  const outcomeId = `pm:${venue.market.tokens[0]}`
  await currentBook(client, outcomeId)
  await arm(client)
  const recording = async () => (await client.ok('readStatus')).recording
  const stopped = async () =>
    (await client.ok('listNotifications', { query: { kind: 'recording_stopped' } })).items
  await waitFor('the recording to be on disk', async () => (await recording()).is_recording)

  let placed = 0
  async function trade(): Promise<void> {
    const times: number[] = []
    for (let number = 0; number < ORDERS; number += 1) {
      const pressed = performance.now()
      const answer = await client.ok('placeOrder', {
        body: {
          client_order_id: randomUUIDv7(),
          outcome_id: outcomeId,
          side: 'BUY',
          price: '0.38',
          size: '5',
          time_in_force: 'GTC',
          post_only: true,
        },
      })
      times.push(performance.now() - pressed)
      assert.equal(answer.result, 'accepted', JSON.stringify(answer.reject))
      placed += 1
    }
    const middle = times.toSorted((a, b) => a - b)[Math.floor(ORDERS / 2)] ?? Number.NaN
    assert.ok(middle < WITHIN_MS, `orders took ${times.map(Math.round).join(', ')} ms`)
    assert.equal(openAtVenue(await venue.truth()).length, ORDERS)
    const pressed = performance.now()
    await client.ok('cancelAll', { body: {} })
    const took = performance.now() - pressed
    assert.ok(took < SLOW_MS / 2, `Cancel All took ${took} ms`)
    await waitFor('no order at the venue', async () => openAtVenue(await venue.truth()).length === 0)
  }

  await trade()
  for (const fault of ['slow', 'full']) {
    writeFileSync(faultFile, fault)
    await waitFor(`a write on a ${fault} disk`, () => existsSync(`${faultFile}.${fault}`))
    if (fault === 'full') {
      await waitFor('Health to say so', async () => (await recording()).fault === 'full')
      assert.equal((await recording()).is_recording, false)
      const [notification] = await waitFor('a notification', async () => {
        const found = await stopped()
        return found.length > 0 ? found : null
      })
      assert.match(notification?.text ?? '', /nearly full/)
    } else assert.equal((await recording()).is_recording, true)
    await trade()
  }
  assert.equal((await stopped()).length, 1)
  assert.equal(placings(await venue.truth()).length, placed)
  const { orders } = await venue.truth()
  assert.equal(orders.length, placed)
  assert.equal(await terminal.stop(), 0)
})

test('a file in place of the directory stops the recording and nothing else, and each question names it', async (context) => {
  const venue = await startQuietVenue(context, { seed: 'recording-directory' })
  const dataDirectory = join(temporaryDirectory(context), 'data')
  mkdirSync(dataDirectory, { mode: 0o700 })
  writeFileSync(join(dataDirectory, 'recording'), '')
  const terminal = await startTerminal(context, { simulator: venue, dataDirectory, env: { RECORDING: 'on' } })
  const client = terminal.client()
  await waitFor('Health to say so', async () => (await client.ok('readStatus')).recording.fault === 'failed')
  const [from, to] = [new Date(Date.now() - 60_000).toISOString(), new Date().toISOString()]
  for (const answer of [
    await client.call('readRecordedSpan'),
    await client.call('openReplay', { body: { from, to } }),
    await client.call('makeReport', { query: { last: '10m' } }),
  ]) {
    const { code, detail } = answer.body as { readonly code: string; readonly detail: string }
    assert.deepEqual([answer.status, code], [503, 'recording_unreadable'])
    assert.match(
      detail,
      /^The directory recording in DATA_DIR cannot be read \(ENOTDIR\)\. Repair it or move it away/,
    )
  }
  await currentBook(client, `pm:${venue.market.tokens[0]}`)
  await arm(client)
  await client.ok('cancelAll', { body: {} })
  assert.equal(await terminal.stop(), 0)
})

test('a directory that is removed while it is written to stops the recording, and says so', async (context) => {
  const venue = await startQuietVenue(context, { seed: 'recording-removed' })
  const terminal = await startTerminal(context, { simulator: venue, env: { RECORDING: 'on' } })
  const client = terminal.client()
  await currentBook(client, `pm:${venue.market.tokens[0]}`)
  await waitFor('something on disk', async () => (await client.ok('readRecordedSpan')).to !== null)
  rmSync(join(terminal.dataDirectory, 'recording'), { recursive: true })
  await waitFor('Health to say so', async () => (await client.ok('readStatus')).recording.fault === 'failed')
  assert.equal((await client.ok('readRecordedSpan')).from, null)
  assert.equal(await terminal.stop(), 0)
})
