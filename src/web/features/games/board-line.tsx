/** The line above the board: what a click on a price does, and what became of the last one. */
import { showSize } from '../../platform/format/numbers.ts'
import { useSelected, useStore } from '../../platform/state/use-store.ts'
import { useTrading } from '../../contexts/trading.ts'
import { usePrices } from '../../contexts/use-prices.ts'
import type { SizeUnit } from '../../data/settings/order-defaults.ts'
import type { BoardNote } from './board-presses.ts'
import styles from './game.module.css'

const UNITS = {
  shares: 'shares',
  cash: 'pUSD',
  win: 'pUSD to win',
  percent: '% of free cash',
} as const satisfies Readonly<Record<SizeUnit, string>>

export function BoardLine({ sends, note }: { readonly sends: boolean; readonly note: BoardNote | null }) {
  const { size, unit, timeInForce, postOnly } = useStore(useTrading().orderDefaults)
  const what = `${showSize(size)} ${UNITS[unit]} ${timeInForce}${postOnly ? ' post-only' : ''}`
  return (
    <p className={`wraps fine ${styles.boardLine}`}>
      <span className={sends ? 'strong' : 'soft'}>
        {sends ? `A click sends ${what}` : 'A click on a price fills the ticket'}
      </span>
      <span role="status">{note !== null && <NoteText note={note} />}</span>
    </p>
  )
}

function NoteText({ note: { at, result } }: { readonly note: BoardNote }) {
  const prices = usePrices()
  const intents = useTrading().intents.list
  const id = result.kind === 'sent' ? result.clientOrderIds[0] : undefined
  const intent = useSelected(intents, (list) => list.find((one) => one.clientOrderId === id) ?? null)
  const what = `${at.side} ${at.selection.outcome.name} @ ${prices.price(at.price, at.tick)}`
  if (result.kind === 'refused') return <span className="danger">{`${what} refused: ${result.text}`}</span>
  if (intent === null) return null
  return `${what}: ${intent.state === 'sending' ? 'sending\u2026' : `${intent.state}, ${intent.text}`}`
}
