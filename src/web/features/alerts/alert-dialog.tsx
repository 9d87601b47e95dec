/** Setting or changing an alert: kind, what is watched, threshold on the tick, once or again and again. */
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { useMarketData, usePage, usePrices } from '../../contexts/contexts.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { watchesBook } from '../../data/alerts/alert-draft.ts'
import {
  canRepeat,
  NOTE_LENGTH,
  requestOf,
  stepsText,
  thresholdText,
} from '../../data/alerts/alert-request.ts'
import type { AlertDraft, AlertKind } from '../../data/alerts/alert-draft.ts'
import type { DraftFault } from '../../data/alerts/alert-request.ts'
import { KIND_NAMES, reachText } from '../../data/alerts/alert-text.ts'
import { Button, Segments } from '../../ui/controls.tsx'
import styles from './alert.module.css'
import type { NotificationSettings } from '../../platform/api/client.ts'
import { CHANNEL_NAMES } from '../../data/alerts/kinds.ts'

/** The dialog while there is a draft. */
export function AlertDialog() {
  const { alerts } = useMarketData()
  const draft = useStore(alerts.draft)
  if (draft === null) return null
  return (
    <Dialog
      title={draft.alertId === null ? 'New alert' : 'Change the alert'}
      outcomeId={draft.target.kind === 'outcome' ? draft.target.id : null}
      onClose={() => alerts.draft.set(null)}
    >
      <AlertForm first={draft} />
    </Dialog>
  )
}

const KINDS = { outcome: ['price', 'spread'], game: ['score', 'game_start', 'game_end'] } as const

function AlertForm({ first }: { readonly first: AlertDraft }) {
  const { alerts } = useMarketData()
  const { announcer } = usePage()
  const id = useId()
  const prices = usePrices()
  const [draft, setDraft] = useState(first)
  const [fault, setFault] = useState<DraftFault | null>(null)
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const kept = useSelected(alerts.list, ({ items }) => items.find((one) => one.id === draft.alertId) ?? null)
  const isNew = draft.alertId === null
  const { kind, target } = draft
  const put = (part: Partial<AlertDraft>) => {
    setDraft((old) => ({ ...old, ...part }))
    setFault(null)
    setRefusal('')
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const request = requestOf(draft, kept, prices)
    if (!request.ok) return refuse(request.error)
    switch (request.value.ask) {
      case 'create':
        return settle(alerts.create(request.value.body))
      case 'change':
        return settle(alerts.change(request.value.id, request.value.body))
      case 'nothing':
        return alerts.done(first)
    }
  }

  function refuse(found: DraftFault): void {
    setFault(found)
    if (found.field === null) {
      setRefusal(found.text)
      announcer.report(found.text)
      return
    }
    document.getElementById(`${id}-${found.field}`)?.focus()
  }

  async function settle(answer: ReturnType<typeof alerts.create>): Promise<void> {
    setBusy(true)
    const result = await answer
    setBusy(false)
    if (result.ok) {
      alerts.done(first)
      return
    }
    setRefusal(result.error)
    announcer.report(result.error)
  }

  return (
    <form className={`stack gap-8 ${styles.alertForm}`} onSubmit={(event) => void submit(event)} noValidate>
      {isNew && (
        <Segments
          label="Kind"
          value={kind}
          options={KINDS[target.kind].map((name) => [name, KIND_NAMES[name]] as const)}
          onChange={(name) => put({ kind: name })}
        />
      )}
      <div className={styles.formLine}>
        <span>{target.kind === 'outcome' ? 'Outcome' : 'Game'}</span>
        <span className="row slim gap-8">
          {target.kind === 'outcome' && <b className="cut rigid">{target.name}</b>}
          <span className="cut dim">{target.title}</span>
        </span>
      </div>
      {watchesBook(kind) && (
        <div className={styles.formLine}>
          <span>When the</span>
          <Segments
            label="Direction"
            value={draft.direction}
            options={(['above', 'below'] as const).map((one) => [one, reachText(kind, one)] as const)}
            onChange={(direction) => put({ direction })}
          />
        </div>
      )}
      {kind !== 'game_start' && kind !== 'game_end' && (
        <ThresholdLine
          id={id}
          draft={draft}
          fault={fault?.field === 'threshold' ? fault : null}
          prices={prices}
          onChange={(threshold) => put({ threshold })}
        />
      )}
      {canRepeat(kind) && (
        <RepeatLine kind={kind} isRepeated={draft.repeat} onChange={(repeat) => put({ repeat })} />
      )}
      <div className={styles.formLine}>
        <label htmlFor={`${id}-note`}>Note</label>
        <input
          id={`${id}-note`}
          className="field"
          maxLength={NOTE_LENGTH}
          autoComplete="off"
          value={draft.note}
          onChange={(event) => put({ note: event.target.value })}
        />
      </div>
      <AlertDelivery />
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

function ThresholdLine(props: {
  readonly id: string
  readonly draft: AlertDraft
  readonly fault: DraftFault | null
  readonly prices: Prices
  readonly onChange: (threshold: string) => void
}) {
  const { id, draft, fault, prices, onChange } = props
  const { kind } = draft
  return (
    <div className={styles.formLine}>
      <label htmlFor={`${id}-threshold`}>{kind === 'score' ? 'Points' : KIND_NAMES[kind]}</label>
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
          onChange={(event) => onChange(event.target.value)}
        />
        <span id={`${id}-hint`} className={fault === null ? 'dim' : 'danger'}>
          {fault?.text ?? hintOf(draft, prices)}
        </span>
        {fault !== null && fault.remedy !== null && (
          <Button onClick={() => onChange(fault.remedy ?? '')}>Take {fault.remedy}</Button>
        )}
      </span>
    </div>
  )
}

function RepeatLine(props: {
  readonly kind: AlertKind
  readonly isRepeated: boolean
  readonly onChange: (repeat: boolean) => void
}) {
  const { kind, isRepeated, onChange } = props
  return (
    <div className={styles.formLine}>
      <span>How often</span>
      <Segments
        label="How often"
        value={isRepeated ? 'repeat' : 'once'}
        options={[
          ['once', 'Once'],
          kind === 'score'
            ? ['repeat', 'Every time', 'At every change']
            : ['repeat', 'Repeat, after moving back one tick', 'Re-arms one tick back'],
        ]}
        onChange={(chosen) => onChange(chosen === 'repeat')}
      />
    </div>
  )
}

function hintOf(draft: AlertDraft, prices: Prices): string {
  const { kind, target } = draft
  if (kind === 'score') return 'Of both teams together; empty for any change.'
  if (target.kind !== 'outcome') return ''
  const said = thresholdText(draft, prices)
  return `${said === '' ? '' : `= ${said}. `}${stepsText(kind, target.tick, prices)}`
}

/** One line: `Delivered in-app, sound, chat.` */
function AlertDelivery() {
  const { notifications } = usePage()
  const settings = useStore(notifications.settings)
  return settings === null ? null : <p className="dim fine">{deliveryText(settings)}</p>
}

function deliveryText({ rules, telegramConfigured, soundVolume }: NotificationSettings): string {
  const names = (['toast', 'sound', 'desktop', 'chat'] as const)
    .filter((channel) => rules.alert[channel])
    .map((channel) => {
      const name = CHANNEL_NAMES[channel].toLowerCase()
      if (channel === 'chat' && !telegramConfigured) return `${name} (not set up)`
      return channel === 'sound' && soundVolume === 0 ? `${name} (volume 0)` : name
    })
  return names.length === 0 ? 'Listed in notifications only.' : `Delivered ${names.join(', ')}.`
}
