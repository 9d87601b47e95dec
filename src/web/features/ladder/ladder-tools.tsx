/** Tools under a ladder: order defaults, rows, flip and alert, and the ways out, one press each; always there, so that nothing moves. */
import { memo, useRef } from 'react'
import { BellIcon } from 'lucide-react'
import { showAmount, showSize } from '../../platform/format/figures.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import {
  useAccount,
  useKeyText,
  usePage,
  usePosition,
  useTitleWithKey,
  useTrading,
} from '../../contexts/contexts.ts'
import { flattenMarket } from '../../contexts/flatten-market.ts'
import type { FlattenPlan } from '../../actions/drafts/flatten-plan.ts'
import type { FlattenPress } from '../../actions/flatten.ts'
import { groupsOf } from '../../data/markets/ladder-grid.ts'
import type { Group, LadderGrid } from '../../data/markets/ladder-grid.ts'
import { useMedia } from '../../platform/page/screen-class.ts'
import { ExitControl } from '../../widgets/exit-control.tsx'
import { useExitResult } from '../../widgets/use-exit-result.ts'
import { IfWinsMark } from '../../widgets/if-wins.tsx'
import { placeOf } from '../../words/resolution-text.ts'
import { Button, Select, tip } from '../../ui/controls.tsx'
import { later } from '../../ui/later.tsx'
import { DefaultsLine } from './order-defaults-bar.tsx'
import type { Holding } from '../../data/account/holding.ts'
import type { LadderSubject } from './use-ladder-view.ts'
import styles from './ladder.module.css'

type ToolsProps = LadderSubject & {
  /** In one of several rows: the order defaults are above all of them. */
  readonly isLow: boolean
  readonly grid: LadderGrid
  readonly holding: Holding | null
  readonly onFlip: () => void
  readonly onGroup: (group: Group) => void
  readonly onAlert: (price: null) => void
}

const Times = later(() => import('./later-parts.ts').then((module) => module.ExitTimes))

/** One row where the ladder is wide, two where it is narrow; a third above them while a time exit is active. */
export const LadderTools = memo(function LadderTools(props: ToolsProps) {
  const { outcome, other, isLow, grid } = props
  const flipTitle = useTitleWithKey(`Flip to ${other?.name ?? ''}, the complement`, 'flip')
  const [alertKey, finer, coarser] = [useKeyText('alert'), useKeyText('finer'), useKeyText('coarser')]
  const { attachedExits, isReplay } = useTrading()
  const isTimed = useSelected(attachedExits.list, ({ items }) =>
    items.some((one) => one.outcomeId === outcome.id && one.end === null && one.minutesBeforeStart !== null),
  )
  const isPhoneSideways = useMedia('(max-height: 480px)')
  const groups = groupsOf(grid.tick)
  const rows = groups.length > 1 && (
    <Select
      className={`field rigid fine ${styles.groupChoice}`}
      aria-label="Ticks per row"
      {...tip(`Ticks per row${finer === '' || coarser === '' ? '' : ` (${finer} ${coarser})`}`)}
      value={grid.group}
      options={groups.map((group) => [group, `\u00d7${group}`])}
      onChoose={props.onGroup}
    />
  )
  return (
    <div className={`row wraps rigid fine gap-4 ${styles.ladderTools}`}>
      {isTimed && (
        <span className="whole row gap-4">
          <Times outcomeId={outcome.id} />
        </span>
      )}
      {isLow ? rows : <DefaultsLine holding={props.holding}>{rows}</DefaultsLine>}
      <span className="row">
        {other !== null && (
          <Button
            className="head-tool"
            aria-label={`Flip to ${other.name}`}
            {...tip(flipTitle)}
            onClick={props.onFlip}
          >
            {'\u21c5'}
          </Button>
        )}
        <Button
          className="head-tool"
          aria-label={`New alert on ${outcome.name}`}
          {...tip(`New alert (${alertKey === '' ? '' : `${alertKey} at the cursor, `}Alt click at a price)`)}
          onClick={() => props.onAlert(null)}
        >
          <BellIcon />
        </Button>
      </span>
      {!isReplay && <WaysOut {...props} isLow={isLow || isPhoneSideways} />}
    </div>
  )
})

/** Exit and hedge of what is held; before, what the market's outcomes would pay; and flat in the whole market. */
function WaysOut(props: LadderSubject & { readonly isLow: boolean }) {
  const { market, outcome, other, isLow } = props
  const position = usePosition(outcome.id)
  return (
    <span className={`row gap-4 ${styles.ladderExits}`} data-exits="" data-low={isLow ? '' : undefined}>
      {position?.status !== 'open' ? (
        <LastExit {...props} />
      ) : (
        <>
          <ExitControl position={position} mode="walk" isLow={isLow} />
          {!isLow && other !== null && <ExitControl position={position} mode="hedge" />}
        </>
      )}
      {!isLow && <FlattenButton marketId={market.id} />}
    </span>
  )
}

/** The position is gone: the result is where the press was. */
function LastExit({ event, market, outcome, other }: LadderSubject) {
  const result = useExitResult(outcome.id, 'walk')
  if (result !== null) return <span className="cut soft">Exit: {result.text || result.word}</span>
  return (
    <span className="what-fits soft">
      <IfWinsMark place={placeOf({ event, market, outcome })} />
      {other !== null && <IfWinsMark word="loses" place={placeOf({ event, market, outcome: other })} />}
    </span>
  )
}

/** One press: own orders of the market are cancelled, then all that is held there is sold. */
const FlattenButton = memo(function FlattenButton({ marketId }: { readonly marketId: string }) {
  const { flatten, trading } = useTrading()
  const { orders, positions } = useAccount()
  const page = usePage()
  const title = useTitleWithKey('Flatten market', 'flatten_market')
  const isArmed = useSelected(trading, (state) => state?.mode === 'ARMED')
  const describe = () => planText(flatten.plan(marketId), isArmed)
  useSelected(orders, describe)
  const text = useSelected(positions, describe)
  const pressed = useRef<FlattenPress | null>(null)
  return (
    <Button
      className="button push"
      aria-disabled={text === ''}
      {...tip(`${title}: ${text === '' ? 'no position and no open orders here' : text}`)}
      onPointerDown={() => (pressed.current = flatten.press(flatten.plan(marketId)))}
      onClick={({ detail }) => {
        const press = detail === 0 ? null : pressed.current
        if (text !== '') flattenMarket({ ...page, flatten }, marketId, press ?? undefined)
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
    orders === 0 ? '' : `cancels ${orders} order${orders === 1 ? '' : 's'}`,
    sales.length === 0
      ? ''
      : isArmed
        ? `sells ${sales.join(' and ')}`
        : `SAFE: does not sell ${sales.join(' and ')}`,
    ...unsellable.map(({ name, why }) => `${name} stays: ${why}`),
  ]
  return parts.filter((part) => part !== '').join(', ')
}
