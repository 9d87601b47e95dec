/** The templates of exits: one at a time is written, named and kept. Loaded when it is opened. */
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { MOST_TEMPLATES, templatesFault } from '#core/order/exit-template.ts'
import type { ExitTemplates } from '#core/order/exit-template.ts'
import { NO_EXITS } from '../../actions/drafts/no-exits.ts'
import { draftOfTemplate, templateOf } from '../../actions/drafts/exit-draft.ts'
import type { ExitDraft } from '../../actions/drafts/no-exits.ts'
import { usePage, useTrading } from '../../contexts/contexts.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { Button, Check, Select } from '../../ui/controls.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { ExitFields } from '../../widgets/exit-fields.tsx'
import styles from './templates.module.css'

const KINDS = [
  ['sports', 'Default for games'],
  ['other', 'Default for other markets'],
] as const

/** The dialog; it begins with the first template, or with a new one. */
export function TemplatesDialog() {
  const { dialog } = usePage()
  const { brackets } = useTrading()
  const kept = useStore(brackets.kept)
  const [chosen, choose] = useState(kept.templates[0]?.name ?? '')
  const [turn, setTurn] = useState(0)
  const close = () => dialog.set(null)
  return (
    <Dialog title="Templates of exits" onClose={close}>
      <TemplateForm
        // A template that is chosen begins with its own fields.
        key={`${chosen} ${turn}`}
        kept={kept}
        chosen={chosen}
        onChoose={choose}
        onKept={(name) => {
          choose(name)
          setTurn(turn + 1)
        }}
        onClose={close}
      />
    </Dialog>
  )
}

function TemplateForm(props: {
  readonly kept: ExitTemplates
  /** Empty for a new one. */
  readonly chosen: string
  readonly onChoose: (name: string) => void
  readonly onKept: (name: string) => void
  readonly onClose: () => void
}) {
  const { kept, chosen } = props
  const { brackets } = useTrading()
  const { announcer } = usePage()
  const id = useId()
  const before = kept.templates.find(({ name }) => name === chosen)
  const [name, setName] = useState(before?.name ?? '')
  const [draft, setDraft] = useState<ExitDraft>(before === undefined ? NO_EXITS : draftOfTemplate(before))
  const [defaults, setDefaults] = useState(() => ({
    sports: before !== undefined && kept.defaults.sports === chosen,
    other: before !== undefined && kept.defaults.other === chosen,
  }))
  const [problem, setProblem] = useState<string | null>(null)

  async function write(next: ExitTemplates, now: string, said: string): Promise<void> {
    const answer = await brackets.write(next)
    if (!answer.ok) setProblem(answer.error)
    else {
      announcer.say(said)
      props.onKept(now)
    }
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    const asked = name.trim()
    const template = templateOf(draft, asked)
    if (asked === '' || !template.ok) {
      setProblem(template.ok ? 'A template needs a name.' : template.error)
      return
    }
    const { templates } = kept
    const defaultOf = (kind: 'sports' | 'other') =>
      defaults[kind] ? asked : kept.defaults[kind] === chosen ? null : kept.defaults[kind]
    const next: ExitTemplates = {
      templates:
        before === undefined
          ? [...templates, template.value]
          : templates.map((one) => (one === before ? template.value : one)),
      defaults: { sports: defaultOf('sports'), other: defaultOf('other') },
    }
    const fault = templatesFault(next)
    if (fault === null) void write(next, asked, `Template ${asked} kept`)
    else setProblem(`Template ${asked}: ${fault.path.split('.')[2] ?? 'it'} ${fault.message}.`)
  }

  function remove(): void {
    const { sports, other } = kept.defaults
    const templates = kept.templates.filter((one) => one !== before)
    const without = (one: string | null) => (one === chosen ? null : one)
    const next = { templates, defaults: { sports: without(sports), other: without(other) } }
    void write(next, templates[0]?.name ?? '', `Template ${chosen} deleted`)
  }

  return (
    <form className={`stack gap-8 ${styles.form}`} onSubmit={save} noValidate>
      <Select
        label="Template"
        value={chosen}
        options={[
          ...kept.templates.map((one) => [one.name, one.name] as const),
          ...(kept.templates.length < MOST_TEMPLATES ? [['', 'New'] as const] : []),
        ]}
        onChoose={props.onChoose}
      />
      <div className={styles.name}>
        <label htmlFor={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          className="field"
          maxLength={40}
          autoComplete="off"
          data-first-focus=""
          value={name}
          onChange={({ target }) => {
            setProblem(null)
            setName(target.value)
          }}
        />
      </div>
      <ExitFields
        isTemplate
        draft={draft}
        price={null}
        tick={100}
        problem={problem}
        onChange={(part) => {
          setProblem(null)
          setDraft((old) => ({ ...old, ...part }))
        }}
      />
      {KINDS.map(([kind, label]) => (
        <Check
          key={kind}
          label={label}
          checked={defaults[kind]}
          onCheck={(isOn) => setDefaults((old) => ({ ...old, [kind]: isOn }))}
        />
      ))}
      <div className="dialog-foot">
        {before !== undefined && (
          <Button className="button" onClick={remove}>
            Delete
          </Button>
        )}
        <span className="grows" />
        <Button className="button" onClick={props.onClose}>
          Close
        </Button>
        <button type="submit" className="button primary">
          Keep
        </button>
      </div>
    </form>
  )
}
