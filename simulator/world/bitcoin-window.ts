/** The short bitcoin window that is always open: up or down over five minutes. */
import { DAY, dayText, market, type EventDefinition } from './definition.ts'

export const BITCOIN_SERIES = 'btc-up-or-down-5m'
const WINDOW_MS = 300_000

/** The market on the five minutes that begin next after `at`. */
export function bitcoinWindow(at: number): EventDefinition {
  const start = Math.ceil(at / WINDOW_MS) * WINDOW_MS
  const title = `Bitcoin Up or Down: ${new Date(start).toISOString().slice(11, 16)} UTC, ${dayText(start)}`
  return {
    key: `btc-updown-${start}`,
    slug: `btc-updown-5m-${start / 1000}`,
    title,
    description: 'Resolves to Up when the price at the end of the window is at or above its start.',
    tags: ['crypto', 'bitcoin', 'up-or-down'],
    createdAt: at - DAY,
    endsAt: start + WINDOW_MS,
    negRisk: false,
    volume: 18_402,
    popularity: 6,
    fees: 'crypto',
    series: { slug: BITCOIN_SERIES, title: 'BTC Up or Down 5m', recurrence: '5m' },
    markets: [
      market('updown', title, 5000, { outcomes: ['Up', 'Down'], slug: `btc-updown-5m-${start / 1000}` }),
    ],
  }
}
