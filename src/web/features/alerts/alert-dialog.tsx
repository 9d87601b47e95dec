/** Setting or changing an alert, in the fields of its kind. */
import { useId, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import type { Result } from '#lib/result.ts'
import { useMarketData, usePage, usePrices } from '../../contexts/contexts.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { KINDS } from '../../data/alerts/alert-draft.ts'
import type { AlertDraft, AlertKind } from '../../data/alerts/alert-draft.ts'
import { bodyOf, changeOf, hintOf, NOTE_LENGTH } from '../../data/alerts/alert-request.ts'
import { Button, Segments } from '../../ui/controls.tsx'
import styles from './alert.module.css'

/** The dialog while there is a draft. */
export function AlertDialog() {
  const { alerts } = useMarketData()
  const draft = useStore(alerts.draft)
  if (draft === null) return null
  return (
    <Dialog
      title={draft.alertId === null ? 'New alert' : 'Change the alert'}
      onClose={() => alerts.draft.set(null)}
    >
      <AlertForm first={draft} />
    </Dialog>
  )
}

const NAMES = Object.keys(KINDS) as readonly AlertKind[]

function AlertForm({ first }: { readonly first: AlertDraft }) {
  const { alerts } = useMarketData()
  const { announcer } = usePage()
  const id = useId()
  const prices = usePrices()
  const [draft, setDraft] = useState(first)
  const [fault, setFault] = useState<string | null>(null)
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const kept = useSelected(alerts.list, ({ items }) => items.find((one) => one.id === draft.alertId) ?? null)
  const isNew = draft.alertId === null
  const { kind, target } = draft
  const { fires, field, again } = KINDS[kind]
  const put = (part: Partial<AlertDraft>) => {
    setDraft((old) => ({ ...old, ...part }))
    setFault(null)
    setRefusal('')
  }

  function refuse(text: string): void {
    setRefusal(text)
    announcer.report(text)
  }

  async function send<Body>(
    read: Result<Body, string>,
    ask: (body: Body) => ReturnType<typeof alerts.create>,
  ): Promise<void> {
    if (!read.ok) {
      setFault(read.error)
      document.getElementById(`${id}-threshold`)?.focus()
      return
    }
    setBusy(true)
    const answer = await ask(read.value)
    setBusy(false)
    if (answer.ok) alerts.done(first)
    else refuse(answer.error)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isBusy) return
    if (isNew) void send(bodyOf(draft, prices), alerts.create)
    // One that was deleted meanwhile is not made again.
    else if (kept === null) refuse('The alert has been deleted.')
    else void send(changeOf(draft, kept, prices), (change) => alerts.change(kept.id, change))
  }

  return (
    <form className={`stack gap-8 ${styles.alertForm}`} onSubmit={submit} noValidate>
      {isNew && (
        <Segments
          label="Kind"
          value={kind}
          options={NAMES.filter((name) => KINDS[name].target === target.kind).map(
            (name) => [name, KINDS[name].name] as const,
          )}
          onChange={(name) => put({ kind: name })}
        />
      )}
      <Line name={target.kind === 'outcome' ? 'Outcome' : 'Game'}>
        <span className="row slim gap-8">
          {target.kind === 'outcome' && <b className="cut rigid">{target.name}</b>}
          <span className="cut dim">{target.title}</span>
        </span>
      </Line>
      {typeof fires !== 'string' && (
        <Line name="When the">
          <Segments
            label="Direction"
            value={draft.direction}
            options={(['above', 'below'] as const).map((one) => [one, fires[one]] as const)}
            onChange={(direction) => put({ direction })}
          />
        </Line>
      )}
      {field !== undefined && (
        <Line name={field} id={`${id}-threshold`}>
          <span className="row wraps gap-8">
            <input
              id={`${id}-threshold`}
              className="field num"
              inputMode={kind === 'score' ? 'numeric' : 'decimal'}
              data-first-focus=""
              autoComplete="off"
              aria-invalid={fault !== null}
              aria-describedby={`${id}-hint`}
              value={draft.threshold}
              onChange={(event) => put({ threshold: event.target.value })}
            />
            <span id={`${id}-hint`} className={fault === null ? 'dim' : 'danger'}>
              {fault ?? hintOf(draft, prices)}
            </span>
          </span>
        </Line>
      )}
      {again !== undefined && (
        <Line name="How often">
          <Segments
            label="How often"
            value={draft.repeat ? 'repeat' : 'once'}
            options={[
              ['once', 'Once'],
              ['repeat', again],
            ]}
            onChange={(chosen) => put({ repeat: chosen === 'repeat' })}
          />
        </Line>
      )}
      <Line name="Note" id={`${id}-note`}>
        <input
          id={`${id}-note`}
          className="field"
          maxLength={NOTE_LENGTH}
          autoComplete="off"
          value={draft.note}
          onChange={(event) => put({ note: event.target.value })}
        />
      </Line>
      <p className="danger">{refusal}</p>
      <div className="dialog-foot">
        <span className="dim fine grows">An alert is not a stop order.</span>
        <Button className="button" onClick={() => alerts.draft.set(null)}>
          Cancel
        </Button>
        <button type="submit" className="button primary" disabled={isBusy}>
          {isNew ? 'Set alert' : 'Change'}
        </button>
      </div>
    </form>
  )
}

/** A field with its name; `id` is that of its input. */
function Line(props: { readonly name: string; readonly id?: string; readonly children: ReactNode }) {
  const { name, id, children } = props
  return (
    <div className={styles.formLine}>
      {id === undefined ? <span>{name}</span> : <label htmlFor={id}>{name}</label>}
      {children}
    </div>
  )
}
