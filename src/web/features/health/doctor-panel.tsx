/** The doctor's checks, made when asked for: what was found and what to do. */
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../contexts/contexts.ts'
import { faultText } from '../../platform/api/client.ts'
import type { Examination } from '../../platform/api/client.ts'
import { readOf } from '../../platform/api/queries.ts'
import { showLocal } from '../../platform/format/figures.ts'
import { Button, Panel } from '../../ui/controls.tsx'
import { Checks } from '../../widgets/checks.tsx'

const ORDER = { fail: 0, warn: 1, ok: 2 } as const

export function DoctorPanel() {
  const { client } = usePage()
  const read = useQuery({ ...readOf(client, 'examine', {}), enabled: false })
  const { data, error, isFetching } = read
  const examine = (
    <Button disabled={isFetching} onClick={() => void read.refetch()}>
      Run the checks
    </Button>
  )
  const said =
    data === undefined ? 'Checks host, services, channels and account; changes nothing.' : summary(data)
  return (
    <Panel title="Doctor" head={examine}>
      <div role="status" className="pad-10 soft">
        {isFetching ? 'Asking the venue\u2026' : error === null ? said : faultText(error.fault)}
      </div>
      {data !== undefined && !isFetching && error === null && (
        <Checks
          checks={data.findings
            .toSorted((one, other) => ORDER[one.state] - ORDER[other.state])
            .map(({ check, state, found, cure }) => ({
              name: `${check.charAt(0).toUpperCase()}${check.slice(1)}`,
              ok: state === 'ok',
              isWarning: state === 'warn',
              state: found,
              fix: cure,
            }))}
        />
      )}
    </Panel>
  )
}

function summary({ findings, at }: Examination): string {
  const ill = findings.filter(({ state }) => state !== 'ok').length
  return `${findings.length} checks at ${showLocal(at, true)}: ${ill === 0 ? 'all well' : `${ill} to look at`}`
}
