/**
 * The whole way of a trade as a screen reader has it (PAGE-11): keys, the browser's accessibility tree
 * and the two live regions, and nothing that only eyes could find.
 */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { PASSWORD } from '../harness.ts'
import { waitFor } from '../wait-for.ts'
import { PATIENCE_MS } from './browser.ts'
import type { TradingFixture } from './trading-fixture.ts'
import { sends } from './input-methods.ts'
import { startReader } from './reader.ts'
import type { Spoken, Message, Reader } from './reader.ts'

const TABS = 60

/** Logs in, finds the market, arms, places, moves, cancels, exits a part of the position and goes SAFE, all by screen reader. */
export async function tradeByEar(page: Page, fixture: TradingFixture): Promise<readonly Message[]> {
  const reader = await startReader(page)
  const { tradable, tick } = fixture
  const press = (key: string): Promise<void> => page.keyboard.press(key)

  await reader.expects('textbox', 'Password')
  await page.keyboard.type(PASSWORD)
  await press('Enter')
  await waitFor('the terminal', async () => named(await reader.all('button'), /^Cancel all/), PATIENCE_MS)

  await press('Control+k')
  await waitFor(
    'the palette',
    async () => named(await reader.all('combobox'), 'Search markets and commands'),
    PATIENCE_MS,
  )
  await page.keyboard.type(tradable.market.question)
  const isMarket = (one: Spoken): boolean => one.role === 'option' && one.name.startsWith(marketName(fixture))
  await waitFor('the market', async () => (await reader.all('option')).find(isMarket), PATIENCE_MS)
  await until(reader, isMarket, () => press('ArrowDown'))
  await press('Enter')
  await waitFor(
    'the event',
    async () => named(await reader.all('heading'), tradable.event.title),
    PATIENCE_MS,
  )

  // The grid is one stop; its cells have their content and the effect of a press.
  await until(
    reader,
    ({ role }) => role === 'grid' || role === 'rowheader',
    async () => {
      await press('g')
      await press('l')
    },
  )
  const grids = await reader.all('grid')
  const { group_title: short, question } = tradable.market
  assert.ok(
    [short, question, tradable.event.title].some((title) => named(grids, `Prices of Yes, ${title}`)),
    'the grid says of which market its prices are',
  )
  await press('Home')
  const best = await reader.expects('gridcell', /^Buy at 0\.\d+, bid size [\d,]+$/)
  const bid = Math.round(Number(/0\.\d+/.exec(best.name)?.[0]) * 10_000)
  const [near, next] = [bid - tick, bid - 2 * tick]
  // Prices and sizes change all day: they are read at the cursor, and never announced.
  const before = (await reader.messages()).length
  let size = Number(best.name.split(' ').at(-1)?.replaceAll(',', ''))
  for (const more of [7, 8, 9]) {
    await fixture.venue.placeForeign('BUY', bid, more)
    size += more
    await reader.expects('gridcell', `Buy at ${text(bid)}, bid size ${size}`)
  }
  assert.equal((await reader.messages()).length, before)
  await press('ArrowRight')
  await reader.expects('rowheader', new RegExp(`^${text(bid)}, best bid`))
  await press('r')
  await reader.said('polite', new RegExp(`^Yes: bid ${text(bid)}, ask 0\\.\\d+$`))

  await press('Shift+A')
  await reader.expects('button', 'Arm')
  assert.ok(named(await reader.all('dialog'), 'Arm the terminal'))
  await press('Enter')
  await reader.said('assertive', /^Armed\. /)
  assert.ok(named(await reader.all('RootWebArea'), /^ARMED/))

  /** Down from the best bid to a price, whatever the best bid is by now. */
  const goTo = async (price: number): Promise<Spoken> => {
    await press('Home')
    const isThere = (one: Spoken): boolean => one.name.startsWith(`Buy at ${text(price)}`)
    return until(reader, isThere, () => press('ArrowDown'))
  }
  await sends(fixture, page, async () => {
    await goTo(near)
    await press('b')
  })
  await reader.said('polite', new RegExp(`^BUY 10 Yes @ ${text(near)}: 10 resting`))
  await waitFor('my order in its row', async () =>
    named(await reader.all('button'), new RegExp(`^Move my buy 10 at ${text(near)}, live`)),
  )

  await sends(fixture, page, async () => {
    await goTo(near)
    await press('m')
    await reader.said('polite', new RegExp(`^Picked up: 10 at ${text(near)}`))
    await press('ArrowDown')
    await reader.said('polite', new RegExp(`^move 10 to ${text(next)}`))
    await press('Enter')
  })
  await reader.said('polite', new RegExp(`^BUY 10 Yes @ ${text(next)}: moved 10`))

  await goTo(near)
  await press('x')
  await reader.said('polite', new RegExp(`^No order of mine at ${text(near)}`))
  await goTo(next)
  await press('x')
  await reader.said('polite', /^Cancel: 1 cancelled/)
  await waitFor(
    'no order of mine',
    async () => named(await reader.all('button'), /^Move my buy/) === undefined,
    PATIENCE_MS,
  )

  await press('Shift+H')
  await until(
    reader,
    ({ name }) => name === 'Shares',
    () => press('Tab'),
  )
  await page.keyboard.type('10')
  await waitFor('what it sells', async () => named(await reader.all('button'), /^Sell 10 /), PATIENCE_MS)
  await press('Enter')
  await reader.said('polite', /^Filled: SELL 10 Yes|^SELL 10 Yes .*: filled 10/)

  await press('Shift+S')
  await reader.said('assertive', /^Safe\. /)
  assert.ok(named(await reader.all('RootWebArea'), /^SAFE/))
  return reader.messages()
}

/** Presses a key until the screen reader says what is wanted. */
async function until(
  reader: Reader,
  isWanted: (spoken: Spoken) => boolean,
  press: () => Promise<void>,
): Promise<Spoken> {
  const spoken: string[] = []
  for (let turn = 0; turn < TABS; turn += 1) {
    const found = await reader.focused()
    if (isWanted(found)) return found
    spoken.push(`${found.role} ${found.name}`)
    await press()
  }
  throw new Error(`not among what was spoken: ${spoken.join('; ')}`)
}

function named(spoken: readonly Spoken[], name: RegExp | string): Spoken | undefined {
  return spoken.find((one) => (typeof name === 'string' ? one.name === name : name.test(one.name)))
}

/** How the market is called in a list of its event. */
function marketName({ tradable: { market, event } }: TradingFixture): string {
  return event.markets.length === 1 ? event.title : (market.group_title ?? market.question)
}

/** A price as the ladder of a tick of 0.001 writes it. */
function text(steps: number): string {
  return (steps / 10_000).toFixed(3)
}
