/**
 * Makes docs/images/sesame.webp, the moving picture of the README, from the running page: `npm run record`. Needs
 * `img2webp` (Debian: webp), like the pictures it is made manually and is no check.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { parseTickSize } from '#core/price.ts'
import { startTerminal } from '../harness.ts'
import { findTradable } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import { logInByPage, openPage, PATIENCE_MS, rested, startBrowser } from './browser.ts'
import { bests, cell, openOutcome, openRows } from './ladder.ts'

const TARGET = join(import.meta.dirname, '..', '..', 'docs', 'images', 'sesame.webp')
const SIZE = { width: 1200, height: 750 }
const AT_MOST_BYTES = 3 * 1024 * 1024
const GLANCE_MS = 250
const LOOK_MS = 1_400

type Frame = { readonly path: string; readonly forMs: number }

/** Takes frames of one page, one after the other. */
function createCamera(
  page: Page,
  directory: string,
): { readonly frames: readonly Frame[]; readonly shoot: (forMs: number) => Promise<void> } {
  const frames: Frame[] = []
  return {
    frames,
    async shoot(forMs) {
      const path = join(directory, `${String(frames.length).padStart(3, '0')}.png`)
      await page.screenshot({ path })
      frames.push({ path, forMs })
    },
  }
}

test('a moving picture of the page', { timeout: 240_000 }, async (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'sesame-record-'))
  context.after(() => rmSync(directory, { recursive: true, force: true }))
  const terminal = await startTerminal(context)
  const tradable = await findTradable(terminal.client())
  const { page } = await openPage(await startBrowser(context), terminal.client().url, {
    theme: 'dark',
    size: SIZE,
  })
  const { frames, shoot } = createCamera(page, directory)
  /** The book moves meanwhile. */
  const watch = async (count: number): Promise<void> => {
    for (let frame = 0; frame < count; frame += 1) await shoot(GLANCE_MS)
  }

  await logInByPage(page)
  await openOutcome(page, tradable)
  await bests(page)
  await watch(6)
  await page.keyboard.press('Shift+A')
  await page.getByRole('dialog').getByRole('button', { name: 'Arm', exact: true }).waitFor()
  await shoot(LOOK_MS)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'ARMED' }).waitFor()
  await shoot(LOOK_MS)
  const tick = parseTickSize(tradable.market.tick_size) ?? 100
  const client = terminal.client()
  const ladder = page.locator('.ladder[data-selected]')
  const held = async (): Promise<boolean> => {
    const { items } = await client.ok('listPositions', { query: { status: 'open' } })
    return items.some(({ outcome_id: id, size }) => id === tradable.outcomeId && size !== '0')
  }

  const isFinal = async (): Promise<boolean> =>
    (await client.ok('listFills')).items.every(({ status }) => status === 'confirmed')

  // An order that rests, and one that is filled.
  await cell(page, (await bests(page)).bid - 3 * tick, 'bid').click()
  await openRows(page).first().waitFor()
  await watch(3)
  await cell(page, (await bests(page)).ask, 'bid').click()
  await waitFor('what is held', held, PATIENCE_MS)
  await shoot(LOOK_MS)
  await waitFor('the trade to be final', isFinal, PATIENCE_MS)

  // A target and a stop on what is held.
  await rested(page)
  const row = ladder.locator(`.ladder-row[data-price="${(await bests(page)).ask + 3 * tick}"]`)
  await row.locator('[data-column="price"]').click({ button: 'right' })
  const bracket = page.getByRole('menuitem', { name: /^Target here and stop: / })
  await bracket.hover()
  await shoot(LOOK_MS)
  await bracket.click()
  await row.locator('.ladder-own-chip').first().waitFor()
  await watch(4)

  // Flat with one press while all of them work.
  await rested(page)
  await ladder.locator('[data-exits] button[aria-disabled="false"]').first().waitFor()
  await ladder
    .locator('[data-exits]')
    .getByRole('button', { name: /^Exit / })
    .click()
  await waitFor('to be flat', async () => !(await held()), PATIENCE_MS)
  await shoot(LOOK_MS)
  await page.keyboard.press('Control+Shift+Backspace')
  await openRows(page).first().waitFor({ state: 'detached' })
  await page.keyboard.press('Shift+S')
  await page.getByText('ARMED', { exact: true }).first().waitFor({ state: 'detached' })
  await shoot(LOOK_MS)

  // The round trip as it was seen.
  await page.getByRole('link', { name: 'Portfolio', exact: true }).first().click()
  await page.getByRole('link', { name: 'Journal', exact: true }).click()
  const trips = page.getByRole('region', { name: 'Round trips' })
  const replay = trips.getByRole('link', { name: 'Replay', exact: true }).first()
  await replay.waitFor()
  await shoot(LOOK_MS)
  await replay.click()
  await page.getByRole('region', { name: 'Replay', exact: true }).waitFor()
  await page.locator('.ladder').filter({ hasText: 'REPLAY' }).first().waitFor()
  await shoot(LOOK_MS)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await watch(10)

  const made = spawnSync(
    'img2webp',
    [
      '-loop',
      '0',
      '-lossy',
      '-q',
      '60',
      ...frames.flatMap(({ path, forMs }) => ['-d', String(forMs), path]),
      '-o',
      TARGET,
    ],
    { encoding: 'utf8' },
  )
  assert.equal(made.status, 0, made.error?.message ?? made.stderr)
  const { size } = statSync(TARGET)
  context.diagnostic(`${frames.length} frames, ${Math.round(size / 1024)} kB`)
  assert.ok(size <= AT_MOST_BYTES, `${size} bytes`)
})
