/** Cancel All and what can be cancelled instead: a market, a ladder, one side. Sent on every press, in every mode, without a question. */
import { ChevronDownIcon } from 'lucide-react'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useAccount, useTitleWithKey, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { openOrders } from '../../data/account/own-levels.ts'
import { cancelAllText } from '../../words/cancel-text.ts'
import { tip, Button } from '../../ui/controls.tsx'
import { cancelChoices } from './cancel-choices.ts'
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
  const parts = { ...useTrading(), ...useAccount(), ...useWorkspace() }
  return (
    <MenuButton
      label="Cancel some"
      tip="Cancel this market, this ladder, bids or asks only"
      className={styles.cancelMore}
      items={() =>
        cancelChoices(parts).map(({ key, text, count, run }) => ({ key, text, hint: `${count}`, run }))
      }
    >
      <ChevronDownIcon />
    </MenuButton>
  )
}
