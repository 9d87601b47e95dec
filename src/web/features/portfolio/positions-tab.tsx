/** The positions of the account in the dock, with what one trades by. */
import { useStore } from '../../platform/state/hooks.ts'
import { useAccount } from '../../contexts/contexts.ts'
import { FlattenAll } from './flatten-all.tsx'
import { COMPACT_COLUMNS } from './position-columns.tsx'
import { NO_POSITIONS, PositionsTable } from './positions-table.tsx'

/** Open positions as a tab of the dock. */
export function PositionsTab() {
  const list = useStore(useAccount().positions)
  return (
    <div className="panel-body" tabIndex={0} role="region" aria-label="Position rows">
      {list.items.length > 0 && (
        <p className="usual pad-8">
          <FlattenAll />
        </p>
      )}
      <PositionsTable
        positions={list.items.filter(({ status }) => status !== 'closed')}
        form="compact"
        columns={COMPACT_COLUMNS}
        empty={list.loaded ? NO_POSITIONS : 'Reading positions\u2026'}
      />
    </div>
  )
}
