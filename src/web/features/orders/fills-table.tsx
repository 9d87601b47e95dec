/** Fills, newest first, each with how far it is settled. */
import { showLocal } from '../../platform/format/times.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { useEmptyText, useHowToOrder } from '../../widgets/missing.tsx'
import { FillRows } from '../../widgets/fill-rows.tsx'

/** The table of fills. */
export function FillsTable() {
  const list = useStore(useAccount().fills)
  const none = useEmptyText(`No fills yet. ${useHowToOrder()}`)
  return (
    <div className="panel-body" tabIndex={0} role="region" aria-label="Fill rows">
      {list.items.length === 0 ? (
        <p className="empty">{list.loaded ? none : 'Reading fills\u2026'}</p>
      ) : (
        <FillRows rows={list.items} showTime={(at) => showLocal(at, true)} />
      )}
    </div>
  )
}
