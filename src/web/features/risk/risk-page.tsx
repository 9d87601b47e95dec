/** Risk limits: what is allowed, how much of it is used, and changing it. Lowering is free, raising asks for the password. */
import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { micros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { faultText } from '../../platform/api/client.ts'
import type { LossLimit, Order, RiskSettings } from '../../platform/api/client.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readOf, useReadAgain } from '../../platform/api/queries.ts'
import {
  inMicros,
  readAmount,
  showAmount,
  writtenAmount,
  writtenName,
} from '../../platform/format/figures.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { useAccount, usePage, useTrading } from '../../contexts/contexts.ts'
import { Button, PASSWORD, Page, Panel, selectOnMount, TextField } from '../../ui/controls.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { useLossLocked } from '../../widgets/mode-chip.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { openOrders } from '../../data/account/own-levels.ts'
import { compareLimit, limitText, LIMITS, usageOf, usedPercent } from './limits.ts'
import type { LimitLine, LimitName, Usage } from './limits.ts'
import { LossLimitPanel } from './loss-limit.tsx'
import styles from './risk.module.css'

const REFRESH_MS = 5_000
const CENT = 10_000n

export function RiskPage() {
  const { client } = usePage()
  const { priceBandTicks } = useTrading()
  const { orders } = useAccount()
  const open = openOrders(useStore(orders).items)
  // A change by an order shows at once, not at the next look.
  const limits = readOf(client, 'readRiskSettings', {})
  const read = useQuery({ ...limits, refetchInterval: REFRESH_MS })
  useReadAgain(read, open.length)
  const queries = useQueryClient()
  const lossRead = readOf(client, 'readLossLimit', {})
  const losses = useQuery({ ...lossRead, refetchInterval: REFRESH_MS })
  useReadAgain(losses, useLossLocked() ? 1 : 0)
  const settings = read.data
  const [editing, setEditing] = useState<LimitName | null>(null)
  const done = (next: RiskSettings | null) => {
    setEditing(null)
    if (next !== null) queries.setQueryData(limits.queryKey, next)
  }
  const form = (line: LimitLine) =>
    line.name === editing &&
    settings !== undefined && <LimitForm line={line} settings={settings} onDone={done} />

  useEffect(() => {
    if (settings !== undefined) priceBandTicks.set(settings.limits.priceBandTicks)
  }, [settings, priceBandTicks])

  return (
    <Page>
      <header className="page-head">
        <h1>Risk limits</h1>
        <span className="soft">
          Checked before every order. Lowering works at once; raising asks for the password.
        </span>
      </header>
      <ReadFault read={read} />
      {settings !== undefined && (
        <section className="panel" aria-label="Limits">
          <DataTable
            name="risk"
            className={`cards ${styles.risk}`}
            columns={limitColumns(settings, losses.data ?? null, open, editing, setEditing)}
            rows={LIMITS}
            keyOf={({ name }) => name}
            below={form}
          />
        </section>
      )}
      {losses.data !== undefined && (
        <LossLimitPanel
          loss={losses.data}
          onChange={(next) => queries.setQueryData(lossRead.queryKey, next)}
        />
      )}
      {settings !== undefined && <OwnLimits limits={settings.limits} />}
    </Page>
  )
}

function limitColumns(
  { limits, usage, ceilings }: RiskSettings,
  loss: LossLimit | null,
  open: readonly Order[],
  editing: LimitName | null,
  onEdit: (name: LimitName) => void,
): readonly Column<LimitLine>[] {
  return [
    {
      id: 'limit',
      head: 'Limit',
      isRowHead: true,
      cell: ({ label, name }) => (
        <>
          {label} <code className="dim">{writtenName(name)}</code>
        </>
      ),
    },
    {
      id: 'now',
      head: 'Now',
      className: 'num strong',
      isFixed: true,
      cell: ({ name }) => limitText(limits, name, 'off'),
    },
    { id: 'unit', head: 'Unit', className: 'dim', isFixed: true, cell: ({ unit }) => unit },
    {
      id: 'used',
      head: 'Used',
      className: 'used',
      cell: ({ name }) => (
        <Used usage={usageOf(usage, name, open, loss?.losses ?? null)} limit={inMicros(limits[name])} />
      ),
    },
    {
      id: 'ceiling',
      head: 'Ceiling',
      className: 'num dim',
      cell: ({ name }) => (
        <>
          <span className={styles.inWords}>ceiling </span>
          {limitText(ceilings, name, 'none')}
        </>
      ),
    },
    {
      id: 'change',
      head: 'Change',
      isHeadHidden: true,
      className: 'num',
      cell: ({ label, name }) => (
        <Button aria-label={`Change ${label}`} onClick={() => onEdit(name)} disabled={name === editing}>
          Change
        </Button>
      ),
    },
  ]
}

function Used({ usage: { used, text }, limit }: { readonly usage: Usage; readonly limit: Micros }) {
  if (used === null) return <span className="dim">{text}</span>
  const percent = usedPercent(used, limit)
  return (
    <span className="usage fine">
      <i style={{ transform: `scaleX(${percent / 100})` }} data-high={percent >= 80 ? '' : undefined} />
      <span>
        {showAmount(micros(used - (used % CENT)), 0)} {limit > 0n && `(${percent} %)`} {text}
      </span>
    </span>
  )
}

function LimitForm(props: {
  readonly line: LimitLine
  readonly settings: RiskSettings
  readonly onDone: (next: RiskSettings | null) => void
}) {
  const { line, settings, onDone } = props
  const { client, announcer } = usePage()
  const now = inMicros(settings.limits[line.name])
  const ceiling = inMicros(settings.ceilings[line.name])
  const [typed, setTyped] = useState(writtenAmount(now))
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState('')
  const isMoney = line.unit === 'pUSD'
  const change = compareLimit(typed, now, ceiling, line)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const value = readAmount(typed, isMoney ? 6 : 0)
    if (value === null || change === 'same' || change === 'invalid' || change === 'above_ceiling') return
    const answer = await client.call('writeRiskSettings', {
      body: {
        limits: { [line.name]: isMoney ? value : Number.parseInt(writtenAmount(value), 10) },
        ...(change === 'higher' ? { password } : {}),
      },
    })
    if (answer.ok) {
      announcer.report(`${line.label} is now ${limitText(answer.value.limits, line.name, 'off')}`)
      onDone(answer.value)
    } else {
      setFault(faultText(answer.error))
    }
  }

  return (
    <form className="limit-form row wraps gap-8" onSubmit={(event) => void submit(event)}>
      <TextField
        label="New value"
        className="field num"
        inputMode="decimal"
        value={typed}
        ref={selectOnMount}
        aria-invalid={change === 'invalid' || change === 'above_ceiling'}
        onType={(text) => {
          setTyped(text)
          setFault('')
        }}
      />
      {change === 'higher' && (
        <TextField label="Password (needed to raise)" {...PASSWORD} value={password} onType={setPassword} />
      )}
      <button
        type="submit"
        className="button primary small"
        disabled={!(change === 'lower' || (change === 'higher' && password !== ''))}
      >
        {change === 'higher' ? 'Raise' : 'Lower'}
      </button>
      <Button onClick={() => onDone(null)}>Keep {limitText(settings.limits, line.name, 'off')}</Button>
      <span className="danger">
        {fault}
        {change === 'above_ceiling' && `Above the ceiling of ${showAmount(ceiling, 0)}.`}
        {change === 'invalid' && 'Not a number.'}
      </span>
    </form>
  )
}

/** The limit of this browser: larger ticket orders need a second press; ladder clicks do not. */
function OwnLimits({ limits }: { readonly limits: RiskSettings['limits'] }) {
  const { quickNotional } = useTrading()
  const kept = useStore(quickNotional)
  const [typed, setTyped] = useState(writtenAmount(kept))
  const value = readAmount(typed, 6)
  const note =
    value === null
      ? `Not an amount: ${showAmount(kept)} holds.`
      : value > limits.maxOrderNotional
        ? `Counts as ${showAmount(limits.maxOrderNotional)}, the order limit.`
        : 'Larger ticket orders need a second press within 4 s; ladder clicks do not.'
  return (
    <Panel title="Ticket">
      <div className="setting-lines">
        <div className="setting">
          <TextField
            label="Quick notional, pUSD, in this browser"
            className="field num"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            aria-invalid={value === null}
            onType={(text) => {
              setTyped(text)
              const next = readAmount(text, 6)
              if (next !== null) quickNotional.set(next)
            }}
          />
          <span className={value === null ? 'danger' : 'soft'}>{note}</span>
        </div>
      </div>
    </Panel>
  )
}
