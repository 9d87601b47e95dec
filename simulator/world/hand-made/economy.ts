/** Central banks, prices of goods, crypto prices on a strike ladder: many markets on one event, coarse and fine ticks. */
import { DAY, HOUR, dayText, market, monthText, slugOf } from '../definition.ts'
import type { EventDefinition } from '../definition.ts'

export const BITCOIN_SERIES = 'btc-up-or-down-5m'

/** Economic and crypto events of a world that starts at `at`. */
export function economy(at: number): EventDefinition[] {
  const month = monthText(at + 30 * DAY)
  const soon = dayText(at + 3 * DAY)
  return [
    {
      key: 'central-bank',
      slug: slugOf(`central-bank-decision-in-${month}`),
      title: `Central bank decision in ${month}?`,
      description: 'Resolves by the change of the upper bound of the policy rate announced at the meeting.',
      tags: ['economy', 'central-banks', 'finance'],
      createdAt: at - 60 * DAY,
      endsAt: at + 30 * DAY,
      negRisk: true,
      volume: 71_390_220,
      popularity: 9,
      fees: 'politics',
      markets: [
        ['50+ bps decrease', 65, 10],
        ['25 bps decrease', 7030, 100],
        ['No change', 2820, 100],
        ['25+ bps increase', 45, 10],
      ].map(([title, fair, tick]) =>
        market(slugOf(String(title)), `${String(title)} after the ${month} meeting?`, Number(fair), {
          groupTitle: String(title),
          tick: tick === 10 ? 10 : 100,
        }),
      ),
    },
    {
      key: 'inflation',
      slug: slugOf(`annual-inflation-${month}`),
      title: `Annual inflation in ${month}`,
      description: 'Resolves by the first release of the statistics office.',
      tags: ['economy'],
      createdAt: at - 20 * DAY,
      endsAt: at + 40 * DAY,
      negRisk: true,
      volume: 2_812_441,
      popularity: 2,
      fees: 'politics',
      markets: ['2.3% or less', '2.4%', '2.5%', '2.6%', '2.7%', '2.8% or more'].map((title, index) =>
        market(
          slugOf(title),
          `Will annual inflation be ${title} in ${month}?`,
          [340, 1120, 3240, 3110, 1480, 710][index] ?? 500,
          {
            groupTitle: title,
          },
        ),
      ),
    },
    {
      key: 'recession',
      slug: 'recession-declared-this-year',
      title: 'Recession declared this year?',
      description: 'Two quarters of falling output in a row, by the first estimates.',
      tags: ['economy', 'finance'],
      createdAt: at - 200 * DAY,
      endsAt: at + 120 * DAY,
      negRisk: false,
      volume: 5_120_770,
      popularity: 3,
      fees: 'politics',
      markets: [market('recession', 'Recession declared this year?', 1870, { tick: 50, combo: 'pending' })],
    },
    {
      key: 'oil',
      slug: slugOf(`crude-oil-settles-${month}`),
      title: `Crude oil: highest settlement in ${month}`,
      description: 'Each market resolves to Yes once a daily settlement reaches the price.',
      tags: ['economy', 'commodities'],
      createdAt: at - 10 * DAY,
      endsAt: at + 32 * DAY,
      negRisk: false,
      volume: 640_913,
      popularity: 1,
      fees: 'general',
      markets: [70, 75, 80, 85, 90].map((price, index) =>
        market(
          `up-${price}`,
          `Will crude oil settle at $${price} or more in ${month}?`,
          [8820, 6230, 3340, 1290, 460][index] ?? 500,
          {
            groupTitle: `$${price}`,
            tick: 100,
            combo: 'disabled',
            positions: false,
          },
        ),
      ),
    },
    {
      key: 'bitcoin-strikes',
      slug: slugOf(`bitcoin-above-on-${soon}`),
      title: `Bitcoin above ___ on ${soon}?`,
      description: 'Resolves by the closing minute candle at noon.',
      tags: ['crypto', 'bitcoin', 'crypto-prices', 'multi-strikes', 'weekly'],
      createdAt: at - 4 * DAY,
      endsAt: at + 3 * DAY,
      negRisk: false,
      volume: 6_291_446,
      popularity: 7,
      fees: 'crypto',
      series: {
        slug: 'bitcoin-multi-strikes-weekly',
        title: 'Bitcoin Multi Strikes Weekly',
        recurrence: 'weekly',
      },
      markets: [104, 108, 112, 116, 120, 124, 128, 132].map((price, index) =>
        market(
          `${price}k`,
          `Will the price of Bitcoin be above $${price},000 on ${soon}?`,
          [9965, 9720, 8840, 6910, 4150, 1840, 590, 85][index] ?? 500,
          {
            slug: slugOf(`bitcoin-above-${price}k-on-${soon}`),
            groupTitle: `${price},000`,
            tick: index === 0 || index > 5 ? 10 : 100,
          },
        ),
      ),
    },
    {
      key: 'ether-strikes',
      slug: slugOf(`ethereum-above-on-${soon}`),
      title: `Ethereum above ___ on ${soon}?`,
      description: 'Resolves by the closing minute candle at noon.',
      tags: ['crypto', 'crypto-prices', 'multi-strikes', 'weekly'],
      createdAt: at - 4 * DAY,
      endsAt: at + 3 * DAY,
      negRisk: false,
      volume: 1_873_200,
      popularity: 3,
      fees: 'crypto',
      markets: [3600, 3800, 4000, 4200, 4400].map((price, index) =>
        market(
          String(price),
          `Will the price of Ethereum be above $${price} on ${soon}?`,
          [9510, 8020, 5130, 2370, 720][index] ?? 500,
          {
            groupTitle: price.toLocaleString('en-US'),
          },
        ),
      ),
    },
    bitcoinWindow(at),
    {
      key: 'coin-flip-exchange',
      slug: 'largest-token-by-value-at-year-end',
      title: 'Largest token by market value at year end',
      description: 'Resolves by the public ranking at noon on the last day of the year.',
      tags: ['crypto'],
      createdAt: at - 30 * DAY,
      endsAt: at + 100 * DAY,
      negRisk: true,
      volume: 702_118,
      popularity: 1,
      fees: 'crypto',
      markets: [
        market('bitcoin', 'Will Bitcoin be the largest token at year end?', 9890, {
          groupTitle: 'Bitcoin',
          tick: 10,
        }),
        market('ethereum', 'Will Ethereum be the largest token at year end?', 82, {
          groupTitle: 'Ethereum',
          tick: 1,
        }),
        market('another', 'Will another token be the largest at year end?', 28, {
          groupTitle: 'Another',
          tick: 1,
        }),
      ],
    },
    {
      key: 'stock-index',
      slug: slugOf(`large-company-index-closes-green-on-${dayText(at + DAY)}`),
      title: `Large-company index closes higher on ${dayText(at + DAY)}?`,
      description: 'Resolves by the official close against the previous one.',
      tags: ['finance', 'daily'],
      createdAt: at - 2 * DAY,
      endsAt: at + DAY + 6 * HOUR,
      negRisk: false,
      volume: 104_220,
      popularity: 2,
      fees: 'politics',
      markets: [
        market('green', `Large-company index closes higher on ${dayText(at + DAY)}?`, 5420, {
          outcomes: ['Up', 'Down'],
        }),
      ],
    },
  ]
}

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
