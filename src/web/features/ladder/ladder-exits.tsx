/** The ways out in a ladder's head: exit, hedge, and flat in the whole market, one press each; always there, so that nothing moves. */
import { memo, useRef } from 'react'
import { useSelected } from '../../platform/state/hooks.ts'
import { useAccount, usePage, usePosition, useTitleWithKey, useTrading } from '../../contexts/contexts.ts'
import { showAmount, showSize } from '../../platform/format/figures.ts'
import { flattenMarket } from '../../contexts/flatten-market.ts'
import type { FlattenPlan, FlattenPress } from '../../actions/flatten.ts'
import { ExitControl } from '../../widgets/exit-control.tsx'
import { useExitResult } from '../../widgets/use-exit-result.ts'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './ladder.module.css'

/** The line under what is held. */
export function LadderExits({
  outcomeId,
  marketId,
}: {
  readonly outcomeId: string
  readonly marketId: string
}) {
  const position = usePosition(outcomeId)
  const { isReplay } = useTrading()
  if (isReplay === true) return null
  return (
    <div className={`row rigid fine gap-4 ${styles.ladderExits}`} data-exits="">
      {position?.status === 'open' ? (
        <>
          <ExitControl position={position} mode="walk" />
          <ExitControl position={position} mode="hedge" />
        </>
      ) : (
        <LastExit outcomeId={outcomeId} />
      )}
      <FlattenButton marketId={marketId} />
    </div>
  )
}

/** In a ladder of little height: the exit alone, in the line of what is held; its details have the rest. */
export function LowExit({ outcomeId }: { readonly outcomeId: string }) {
  const position = usePosition(outcomeId)
  const { isReplay } = useTrading()
  return position?.status === 'open' && isReplay !== true ? (
    <span data-exits="">
      <ExitControl position={position} mode="walk" isLow />
    </span>
  ) : null
}

/** The position is gone: the result is where the press was. */
function LastExit({ outcomeId }: { readonly outcomeId: string }) {
  const result = useExitResult(outcomeId, 'walk')
  return <span className="cut soft">{result === null ? '' : `Exit: ${result.text || result.word}`}</span>
}

/** One press: own orders of the market are cancelled, then all that is held there is sold. */
const FlattenButton = memo(function FlattenButton({ marketId }: { readonly marketId: string }) {
  const { flatten, trading } = useTrading()
  const { orders, positions } = useAccount()
  const { announcer } = usePage()
  const title = useTitleWithKey('Flatten market', 'flatten_market')
  const isArmed = useSelected(trading, (state) => state?.mode === 'ARMED')
  const describe = () => planText(flatten.plan(marketId), isArmed)
  useSelected(orders, describe)
  const text = useSelected(positions, describe)
  const pressed = useRef<FlattenPress | null>(null)
  return (
    <Button
      className="button small push"
      aria-disabled={text === ''}
      {...tip(`${title}: ${text === '' ? 'nothing is held here, and no order is open' : text}`)}
      onPointerDown={() => (pressed.current = flatten.press(flatten.plan(marketId)))}
      onClick={({ detail }) => {
        const press = detail === 0 ? null : pressed.current
        if (text !== '') flattenMarket({ announcer, flatten }, marketId, press ?? undefined)
      }}
    >
      Flat<span className="visually-hidden"> in this market</span>
    </Button>
  )
})

/** Text of the press's effect; empty without one. */
function planText({ legs, coming, orders, unsellable }: FlattenPlan, isArmed: boolean): string {
  if (legs.length + coming.length + orders === 0) return ''
  const sales = legs.map(
    ({ position: { outcomeName: name }, terms }) =>
      `${showSize(terms.size)} ${name} for at least ${showAmount(terms.cash)}`,
  )
  const parts = [
    orders === 0 ? '' : `cancels ${orders} own order${orders === 1 ? '' : 's'}`,
    sales.length === 0
      ? ''
      : isArmed
        ? `sells ${sales.join(' and ')}`
        : `SAFE: sells nothing of ${sales.join(' and ')}`,
    ...unsellable.map(({ name, why }) => `${name} stays: ${why}`),
  ]
  return parts.filter((part) => part !== '').join(', ')
}
