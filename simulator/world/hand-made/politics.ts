/** Elections, governments and treaties of invented places: neg-risk fields, long horizons, an "Other" member. */
import { DAY, market } from '../definition.ts'
import type { EventDefinition, MarketDefinition } from '../definition.ts'

/** Political events of a world that starts at `at`. */
export function politics(at: number): EventDefinition[] {
  const shared = { fees: 'politics', createdAt: at - 90 * DAY, negRisk: false } as const
  return [
    {
      ...shared,
      key: 'norland-president',
      slug: 'norland-presidential-election',
      title: 'Norland Presidential Election Winner',
      description:
        'Resolves to the candidate who wins the next presidential election of Norland, runoff included.',
      tags: ['politics', 'elections', 'global-elections'],
      endsAt: at + 220 * DAY,
      negRisk: true,
      augmented: true,
      country: 'Norland',
      volume: 48_211_905,
      popularity: 8,
      markets: candidates([
        ['Ingrid Solberg', 4120],
        ['Tomas Varga', 2890],
        ['Amara Okonjo', 1260],
        ['Pavel Lindqvist', 640],
        ['Lena Castellan', 410],
        ['Rui Ferreira', 185],
        ['Hana Duval', 90],
        ['Jonas Brandt', 35],
      ]),
    },
    {
      ...shared,
      key: 'valmera-pm',
      slug: 'valmera-next-prime-minister',
      title: 'Next Prime Minister of Valmera',
      description: 'Resolves to the next person sworn in as prime minister of Valmera.',
      tags: ['politics', 'elections', 'world'],
      endsAt: at + 75 * DAY,
      negRisk: true,
      volume: 6_204_118,
      popularity: 3,
      markets: [
        ['Sofia Moreau', 5350],
        ['Diego Alvera', 3020],
        ['Mina Tanaka', 1110],
        ['Luca Rossi', 420],
      ].map(([name, fair]) =>
        seat(`Will ${name} be the next prime minister of Valmera?`, String(name), Number(fair), 100),
      ),
    },
    {
      ...shared,
      key: 'eastmark-treaty',
      slug: 'eastmark-ceasefire-signed',
      title: 'Eastmark ceasefire signed by...?',
      description: 'Resolves to Yes when both governments have signed a written ceasefire by the date.',
      tags: ['politics', 'geopolitics', 'world'],
      endsAt: at + 180 * DAY,
      volume: 12_750_033,
      popularity: 5,
      fees: null,
      sentinelGame: true,
      markets: [
        market('30d', 'Eastmark ceasefire signed within 30 days?', 840, { groupTitle: '30 days', tick: 10 }),
        market('90d', 'Eastmark ceasefire signed within 90 days?', 2140, { groupTitle: '90 days' }),
        market('180d', 'Eastmark ceasefire signed within 180 days?', 3980, { groupTitle: '180 days' }),
      ],
    },
    {
      ...shared,
      key: 'sundara-referendum',
      slug: 'sundara-constitution-referendum-passes',
      title: 'Sundara constitution referendum passes?',
      description: 'Resolves to Yes when the official count shows a majority for the new constitution.',
      tags: ['politics', 'elections'],
      endsAt: at + 26 * DAY,
      volume: 910_442,
      popularity: 2,
      markets: [
        market('passes', 'Sundara constitution referendum passes?', 9420, { combo: 'paused_by_review' }),
      ],
    },
    {
      ...shared,
      key: 'norland-seats',
      slug: 'norland-senate-seats-blue-coalition',
      title: 'Norland Senate: seats of the Blue Coalition',
      description: 'Resolves by the certified seat count.',
      tags: ['politics', 'elections'],
      endsAt: at + 221 * DAY,
      negRisk: true,
      volume: 1_203_991,
      popularity: 1,
      markets: ['under 40', '40-44', '45-49', '50-54', '55-59', '60 or more'].map((range, index) =>
        seat(
          `Will the Blue Coalition win ${range} Senate seats?`,
          range,
          [610, 1540, 3210, 2890, 1240, 480][index] ?? 500,
          100,
        ),
      ),
    },
    {
      ...shared,
      key: 'cabinet-exit',
      slug: 'who-leaves-the-norland-cabinet-next',
      title: 'Who leaves the Norland cabinet next?',
      description: 'Resolves to the first minister to leave office. Candidates may be added.',
      tags: ['politics'],
      endsAt: at + 60 * DAY,
      negRisk: true,
      augmented: true,
      volume: 388_120,
      popularity: 1,
      markets: [
        seat('Will the finance minister leave the cabinet next?', 'Finance', 3310, 100),
        seat('Will the interior minister leave the cabinet next?', 'Interior', 2480, 100),
        seat('Will the defence minister leave the cabinet next?', 'Defence', 1790, 100),
        { ...seat('Will someone else leave the cabinet next?', 'Other', 2350, 100), other: true },
      ],
    },
    {
      ...shared,
      key: 'port-albion-mayor',
      slug: 'port-albion-mayor-new-year',
      title: 'Port Albion mayor still in office at new year?',
      description: 'One of the two markets is not deployed yet.',
      tags: ['politics'],
      endsAt: at + 80 * DAY,
      volume: 92_011,
      popularity: 1,
      markets: [
        market('mayor', 'Port Albion mayor still in office at new year?', 8650),
        market('deputy', 'Port Albion deputy mayor still in office at new year?', 5000, {
          deployed: false,
          combo: 'disabled',
        }),
      ],
    },
  ]
}

function candidates(list: readonly (readonly [string, number])[]): MarketDefinition[] {
  return list.map(([name, fair]) =>
    seat(`Will ${name} win the Norland presidential election?`, name, fair, fair < 100 ? 1 : 10),
  )
}

function seat(question: string, title: string, fair: number, tick: 1 | 10 | 100): MarketDefinition {
  return market(title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), question, fair, {
    groupTitle: title,
    tick,
  })
}
