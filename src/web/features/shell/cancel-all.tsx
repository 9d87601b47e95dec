/** Cancel All and what can be cancelled instead: a market, a ladder, one side. Sent on every press, in every mode, without a question. */
import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useSelected, useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { ChevronIcon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { openOrders } from '../orders/own-levels.ts'
import { cancelAllWords } from '../trading/cancel-words.ts'

/** The button with its menu. */
export function CancelAll() {
  const terminal = useTerminal()
  const state = useStore(terminal.commands.cancelAllState)
  const count = useSelected(terminal.orders, (orders) => openOrders(orders.items).length)
  const words = cancelAllWords(state, count)
  return (
    <div className="cancel-group" data-state={state.state}>
      <button
        type="button"
        className="cancel-all"
        data-state={state.state}
        aria-label={state.state === 'idle' ? undefined : `Cancel all: ${words}`}
        title="Cancel every open order, in every mode (Shift Backquote)"
        onClick={terminal.commands.cancelAll}
      >
        {state.state === 'idle' ? (
          <>
            Cancel all <b>{count}</b>
          </>
        ) : (
          <span className="cancel-words">{words}</span>
        )}
      </button>
      <CancelMenu />
    </div>
  )
}

function CancelMenu() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement | null>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="cancel-more"
        aria-label="Cancel some"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title="Cancel this market, this ladder, bids or asks only"
        onClick={() => setOpen((is) => !is)}
      >
        <ChevronIcon />
      </button>
      {isOpen && <CancelItems opener={button} onClose={() => setOpen(false)} />}
    </>
  )
}

function CancelItems(props: {
  readonly opener: RefObject<HTMLElement | null>
  readonly onClose: () => void
}) {
  const { commands, ...terminal } = useTerminal()
  const orders = useStore(terminal.orders)
  const selection = useStore(terminal.selection)
  const open = openOrders(orders.items)
  const countOf = (passes: (order: (typeof open)[number]) => boolean): string =>
    String(open.filter(passes).length)
  const none = selection === null ? 'none selected' : null
  const items: readonly MenuItem[] = [
    {
      id: 'market',
      text: 'This market',
      hint: none ?? countOf((order) => order.market_id === selection?.market.id),
      run: () => {
        if (selection !== null) commands.cancelMarket({ market_id: selection.market.id })
      },
      disabled: selection === null,
    },
    {
      id: 'ladder',
      text: selection === null ? 'This ladder' : `This ladder: ${selection.outcome.name}`,
      hint: none ?? countOf((order) => order.outcome_id === selection?.outcome.id),
      run: () => {
        if (selection !== null) commands.cancelMarket({ outcome_id: selection.outcome.id })
      },
      disabled: selection === null,
    },
    {
      id: 'bids',
      text: 'Bids only',
      hint: countOf((order) => order.side === 'BUY'),
      run: () => commands.cancelSide('BUY'),
      disabled: false,
    },
    {
      id: 'asks',
      text: 'Asks only',
      hint: countOf((order) => order.side === 'SELL'),
      run: () => commands.cancelSide('SELL'),
      disabled: false,
    },
  ]
  return <Menu name="Cancel some" items={items} opener={props.opener} onClose={props.onClose} />
}
