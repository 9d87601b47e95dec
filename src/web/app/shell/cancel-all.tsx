/** Cancel All and what can be cancelled instead: a market, a ladder, one side. Sent on every press, in every mode, without a question. */
import { ChevronDownIcon } from 'lucide-react'
import type { Order } from '../../platform/api/client.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useAccount, useTitleWithKey, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import type { Account, Trading, Workspace } from '../../contexts/contexts.ts'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { openOrders } from '../../data/account/own-levels.ts'
import { cancelAllText } from '../../words/cancel-text.ts'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './shell.module.css'

/** The button with its menu. */
export function CancelAll() {
  const title = useTitleWithKey('Cancel every open order, in every mode', 'cancel_all')
  const { commands } = useTrading()
  const state = useStore(commands.cancelAllState)
  const count = useSelected(useAccount().orders, (orders) => openOrders(orders.items).length)
  const words = cancelAllText(state, count)
  return (
    <div className={styles.cancelGroup} data-state={state.state}>
      <Button
        className="cancel-all"
        data-always=""
        data-state={state.state}
        aria-label={state.state === 'idle' ? undefined : `Cancel all: ${words}`}
        {...tip(title)}
        onClick={commands.cancelAll}
      >
        {state.state === 'idle' ? (
          <>
            Cancel all <b>{count}</b>
          </>
        ) : (
          <span className={styles.cancelWords}>{words}</span>
        )}
      </Button>
      <CancelMenu />
    </div>
  )
}

function CancelMenu() {
  const { commands } = useTrading()
  const { orders } = useAccount()
  const { selection } = useWorkspace()
  return (
    <MenuButton
      label="Cancel some"
      tip="Cancel this market, this ladder, bids or asks only"
      className={styles.cancelMore}
      items={() => cancelItems({ commands, orders, selection })}
    >
      <ChevronDownIcon />
    </MenuButton>
  )
}

function cancelItems({
  commands,
  orders,
  selection,
}: Pick<Trading, 'commands'> & Pick<Account, 'orders'> & Pick<Workspace, 'selection'>): readonly MenuItem[] {
  const chosen = selection.get()
  const open = openOrders(orders.get().items)
  const hint = (passes: (order: Order) => boolean): string => String(open.filter(passes).length)
  const sides: readonly MenuItem[] = [
    {
      key: 'bids',
      text: 'Bids only',
      hint: hint(({ side }) => side === 'BUY'),
      run: () => commands.cancelSide('BUY'),
    },
    {
      key: 'asks',
      text: 'Asks only',
      hint: hint(({ side }) => side === 'SELL'),
      run: () => commands.cancelSide('SELL'),
    },
  ]
  if (chosen === null) return sides
  const { market, outcome } = chosen
  return [
    {
      key: 'market',
      text: 'This market',
      hint: hint((order) => order.marketId === market.id),
      run: () => commands.cancelMarket({ marketId: market.id }),
    },
    {
      key: 'ladder',
      text: `This ladder: ${outcome.name}`,
      hint: hint((order) => order.outcomeId === outcome.id),
      run: () => commands.cancelMarket({ outcomeId: outcome.id }),
    },
    ...sides,
  ]
}
