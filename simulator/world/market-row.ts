/** The constant part of a market's catalog row: text, ids, dates, rules. Prices and figures are added when read. */
import ROWS from './data/rows.json' with { type: 'json' }
import { FEES, dateText } from './definition.ts'
import type { Identity } from './identity.ts'
import type { MarketEntry } from './entries.ts'
import { gameTime, plainTime, preciseTime } from '../text.ts'

const RESOLVER = '0x65070be91477460d8a7aeeb94ef92fe056c2f2a7'

/** The still part of the row. @see venue reference, section 3.3 */
export function marketRow(entry: MarketEntry, identity: Identity, index: number): Record<string, unknown> {
  const { definition, event, listed } = entry
  const { game, fees, endsAt, createdAt, negRisk } = event.definition
  const label = `${event.definition.key}/${definition.key}`
  const noise = identity.number(`noise ${label}`)
  const deployed = listed !== null
  const delay = listed?.secondsDelay ?? definition.delaySeconds
  return {
    ...ROWS.market,
    id: entry.id,
    question: definition.question,
    conditionId: listed?.conditionId ?? '',
    slug: definition.slug,
    endDate: plainTime(endsAt),
    startDate: preciseTime(createdAt, noise),
    description: event.definition.description,
    outcomes: pythonList(definition.outcomes),
    active: deployed,
    createdAt: preciseTime(createdAt - 60_000, noise >>> 4),
    updatedAt: preciseTime(createdAt + 3_600_000, noise >>> 7),
    submitted_by: `0x${identity.bytes32(`submitter ${label}`).slice(2, 42)}`,
    groupItemTitle: definition.groupTitle,
    groupItemThreshold: String(index),
    questionID: deployed ? identity.bytes32(`question ${label}`) : '',
    orderMinSize: definition.minimumSize,
    endDateIso: dateText(endsAt),
    startDateIso: dateText(createdAt),
    ...(deployed ? { clobTokenIds: pythonList(listed.tokens) } : {}),
    ...(game === undefined ? {} : { gameStartTime: gameTime(game.startsAt) }),
    ...(delay > 0 || game !== undefined ? { secondsDelay: delay } : {}),
    negRisk,
    ...(negRisk
      ? {
          negRiskMarketID: event.negRiskMarketId,
          negRiskRequestID: identity.bytes32(`request ${label}`),
          negRiskOther: definition.other ?? false,
        }
      : { negRiskOther: false }),
    acceptingOrdersTimestamp: plainTime(createdAt - 30_000),
    clearBookOnStart: game !== undefined,
    ...(game?.gameId !== undefined && game.gameId !== null && definition.sportsType === 'moneyline'
      ? { gameId: String(game.gameId) }
      : {}),
    ...(definition.sportsType === undefined ? {} : { sportsMarketType: definition.sportsType }),
    ...(definition.line === undefined ? {} : { line: definition.line }),
    pendingDeployment: !deployed,
    ...(deployed
      ? { deployingTimestamp: preciseTime(createdAt - 120_000, noise >>> 9), resolvedBy: RESOLVER }
      : {}),
    feesEnabled: fees !== null,
    feeType: fees === null ? null : FEES[fees].type,
    ...(fees === null
      ? {}
      : {
          makerBaseFee: 1000,
          takerBaseFee: 1000,
          feeSchedule: { exponent: 1, rate: FEES[fees].wireRate, takerOnly: true, rebateRate: 0.15 },
        }),
    ...(definition.combo === undefined ? {} : { comboStatus: definition.combo }),
    ...(entry.positions === null ? (deployed ? { positionIds: [] } : {}) : { positionIds: entry.positions }),
  }
}

/** JSON text of a list with a space after each comma, as the catalog writes it. */
export function pythonList(items: readonly string[]): string {
  return `[${items.map((item) => JSON.stringify(item)).join(', ')}]`
}
