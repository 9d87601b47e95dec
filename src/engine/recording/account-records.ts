/** What is recorded of cash and positions: all of it where a segment begins, then what changed, as often as a page is told. */
import type { OutcomeId } from '#core/ids.ts'
import type { Holdings } from '#core/position/position.ts'
import type { Mark } from '#core/recording/records.ts'
import type { Clock } from '#ports/clock.ts'

/** Prices move positions many times a second; what is recorded does not follow them. */
const GATHER_MS = 100

export type AccountRecords = {
  /** Tells all of it. */
  begin(): void
  /** Something may have changed: tells what, soon and once. */
  changed(): void
  stop(): void
}

/**
 * @param read  null while nothing is known
 * @param tell  takes the record
 */
export function createAccountRecords(parts: {
  readonly clock: Clock
  readonly read: () => Holdings | null
  readonly tell: (record: Extract<Mark, { kind: 'account' }>) => void
}): AccountRecords {
  const { clock, read, tell } = parts
  const told = new Map<OutcomeId, string>()
  let besides = ''
  let isBegun = false
  let stopGathering: (() => void) | null = null

  function look(): void {
    const account = read()
    if (account === null) return
    const { held, ...rest } = account
    const isWhole = !isBegun
    const ids = new Set(held.map(({ outcomeId }) => outcomeId))
    const gone = [...told.keys()].filter((id) => !ids.has(id))
    for (const id of gone) told.delete(id)
    const fresh = held.filter((holding) => {
      const text = textOf(holding)
      if (told.get(holding.outcomeId) === text) return false
      told.set(holding.outcomeId, text)
      return true
    })
    const text = textOf(rest)
    if (!isWhole && fresh.length === 0 && gone.length === 0 && text === besides) return
    besides = text
    isBegun = true
    tell({ kind: 'account', at: clock.now(), isWhole, account: { ...rest, held: fresh }, gone })
  }

  function stop(): void {
    stopGathering?.()
    stopGathering = null
  }

  return {
    begin() {
      stop()
      told.clear()
      isBegun = false
      look()
    },
    changed() {
      stopGathering ??= clock.after(GATHER_MS, () => {
        stopGathering = null
        look()
      })
    },
    stop,
  }
}

function textOf(value: object): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
}
