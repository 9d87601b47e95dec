/** Fills, newest first, each with how far it is settled. */
import { showLocal } from '../../platform/format/figures.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { useAccount } from '../../contexts/contexts.ts'
import { useEmptyText, useHowToOrder } from '../../widgets/read-fault.tsx'
import { FillRows } from '../../widgets/fill-rows.tsx'

const showTime = (at: number): string => showLocal(at, true)

/** The table of fills. */
export function FillsTable() {
  const list = useStore(useAccount().fills)
  const none = useEmptyText(`No fills yet. ${useHowToOrder()}`)
  return (
    <FillRows
      name="fills"
      label="Fill rows"
      rows={list.items}
      showTime={showTime}
      empty={list.loaded ? none : 'Reading fills\u2026'}
      isStale={list.loaded && !list.current}
    />
  )
}
