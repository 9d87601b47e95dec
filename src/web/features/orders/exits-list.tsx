/** Attached exits: the state of each and its pause; a press moves or removes one, or attaches one to a position. */
import { useEffect, useState } from 'react'
import { XIcon } from 'lucide-react'
import type { Result } from '#lib/result.ts'
import {
  useAccount,
  useMarketData,
  usePrices,
  useTopPart,
  useTrading,
  useWorkspace,
} from '../../contexts/contexts.ts'
import { NO_EXITS } from '../../actions/drafts/exit-legs.ts'
import { GUARANTEE, legsOf } from '../../actions/drafts/exit-draft.ts'
import { exitLegsText, exitStateText } from '../../words/exit-text.ts'
import { heldOf, isShown } from '../../data/account/exit-marks.ts'
import type { AttachedExit } from '../../platform/api/client.ts'
import { showSize } from '../../platform/format/figures.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useSettlingRows } from '../../platform/page/use-settling.ts'
import { Button, tip } from '../../ui/controls.tsx'
import { ExitFields } from '../../widgets/exit-fields.tsx'
import { staleText } from '../../words/why-not.ts'
import styles from './exits-list.module.css'
import type { Micros } from '#core/money.ts'

type Tell = (result: Result<undefined, string>) => void

/** Those in force and those that failed; with the form for the selected position where that is wanted. */
export function ExitsList({
  isAttaching,
  onClose,
}: {
  readonly isAttaching: boolean
  readonly onClose: () => void
}) {
  const { list } = useTrading().attachedExits
  const { items, current } = useStore(list)
  const [fault, setFault] = useState('')
  const shown = items.filter(isShown)
  const rows = useSettlingRows<HTMLUListElement>(shown.map(({ id }) => id).join(), ':scope > li')
  const tell: Tell = (result) => setFault(result.ok ? '' : result.error)
  return (
    <section className={`rigid gap-6 ${styles.exits}`} aria-label="Attached exits" data-stale={!current}>
      <h3 {...tip(GUARANTEE)}>Exits</h3>
      {shown.length > 0 && (
        <ul ref={rows}>
          {shown.map((exit) => (
            <ExitLine key={exit.id} exit={exit} onDone={tell} />
          ))}
        </ul>
      )}
      {isAttaching && <AttachToPosition onDone={tell} onClose={onClose} />}
      {fault !== '' && <p className="danger">{fault}</p>}
    </section>
  )
}

function ExitLine({ exit, onDone }: { readonly exit: AttachedExit; readonly onDone: Tell }) {
  const { attachedExits } = useTrading()
  const prices = usePrices()
  const text = exitStateText(exit)
  const legs = exitLegsText(exit, prices)
  const name = `${exit.outcomeName}, ${legs}`
  const isBad = exit.state === 'paused' || exit.state === 'failed'
  return (
    <li>
      <span className={isBad ? 'chip warn' : 'chip'}>{text}</span>
      <span className="cut" {...tip(`${exit.eventTitle}: ${legs}`)}>
        <b>{exit.outcomeName}</b> {legs}
      </span>
      <span className="num dim">
        {exit.entry === undefined && `${showSize(exit.sold)} of ${showSize(exit.covered)} sold`}
      </span>
      {exit.end === null && (
        <span className="flex gap-4">
          <Button
            aria-label={`Remove exit: ${name}`}
            onClick={() => void attachedExits.remove(exit).then(onDone)}
          >
            <XIcon aria-hidden="true" />
          </Button>
        </span>
      )}
    </li>
  )
}

/** Exits for the shares held of the selected outcome, in ticks from its best bid. */
function AttachToPosition({ onDone, onClose }: { readonly onDone: Tell; readonly onClose: () => void }) {
  const { attachedExits } = useTrading()
  const { books } = useMarketData()
  const selection = useStore(useWorkspace().selection)
  const outcomeId = selection?.outcome.id ?? ''
  const size = useSelected(useAccount().positions, (list) => heldOf(list, outcomeId))
  const [draft, setDraft] = useState(NO_EXITS)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => (outcomeId === '' ? undefined : books.follow(outcomeId)), [books, outcomeId])
  const book = books.book(outcomeId)
  const bid = useTopPart(book, (top) => top.bestBid)
  const bookTick = useTopPart(book, (top) => top.tick)
  const prices = usePrices()
  if (selection === null || size === null) return null
  const tick = bookTick ?? selection.market.tickSize ?? 100

  function attach(held: Micros): void {
    const stale = book.staleNow()
    if (stale !== null) {
      setProblem(`Not attached: ${staleText(stale)}.`)
      return
    }
    const { bestBid } = book.top()
    const legs = legsOf(draft, { price: bestBid, tick, prices })
    setProblem(legs.ok ? null : legs.error)
    if (!legs.ok) return
    void attachedExits.attach(outcomeId, held, legs.value).then((result) => {
      onDone(result)
      if (result.ok) onClose()
    })
  }

  return (
    <form
      className={styles.form}
      aria-label={`Exit for ${selection.outcome.name}`}
      onSubmit={(submitted) => {
        submitted.preventDefault()
        attach(size)
      }}
    >
      <ExitFields
        draft={draft}
        price={bid}
        tick={tick}
        problem={problem}
        onChange={(part) => {
          setProblem(null)
          setDraft((old) => ({ ...old, ...part }))
        }}
      />
      <span className="flex gap-4">
        <button type="submit" className="button small">
          Attach to {selection.outcome.name} {showSize(size)}
        </button>
        <Button onClick={onClose}>Close</Button>
      </span>
    </form>
  )
}
