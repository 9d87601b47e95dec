/** The templates of exits: one at a time is written, named and kept. Loaded when it is opened. */
import { useState } from 'react'
import type { FormEvent } from 'react'
import { MOST_TEMPLATES, templatesFault } from '#core/order/exit-template.ts'
import type { ExitTemplates } from '#core/order/exit-template.ts'
import { draftOfTemplate, templateOf } from '../../actions/drafts/exit-draft.ts'
import { NO_EXITS } from '../../actions/drafts/exit-legs.ts'
import { usePage, useTrading } from '../../contexts/contexts.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { Button, Check, Select, TextField } from '../../ui/controls.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { ExitFields } from '../../widgets/exit-fields.tsx'

const KINDS = [
  ['sports', 'Default for games'],
  ['other', 'Default for other markets'],
] as const

/** The form as a template begins; an unknown name is a new one. */
function formOf({ templates, defaults }: ExitTemplates, name: string) {
  const found = templates.find((one) => one.name === name)
  return {
    before: found === undefined ? '' : name,
    name: found === undefined ? '' : name,
    draft: found === undefined ? NO_EXITS : draftOfTemplate(found),
    sports: found !== undefined && defaults.sports === name,
    other: found !== undefined && defaults.other === name,
    problem: null as string | null,
  }
}

/** The dialog; it begins with the first template, or with a new one. */
export function TemplatesDialog() {
  const { dialog } = usePage()
  const { brackets } = useTrading()
  const kept = useStore(brackets.kept)
  const { templates, defaults } = kept
  const [form, setForm] = useState(() => formOf(kept, templates[0]?.name ?? ''))
  const { before, name, draft, problem } = form
  const put = (part: Partial<typeof form>) => setForm((old) => ({ ...old, problem: null, ...part }))
  const close = () => dialog.set(null)

  async function write(next: ExitTemplates, shown: string): Promise<void> {
    const fault = templatesFault(next)
    const answer = fault === null ? await brackets.write(next) : null
    if (answer?.ok === true) setForm(formOf(next, shown))
    else put({ problem: answer?.error ?? `${fault?.path.split('.')[2] ?? 'Template'} ${fault?.message}.` })
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    const asked = name.trim()
    const made = templateOf(draft, asked)
    if (asked === '' || !made.ok) {
      put({ problem: made.ok ? 'A template needs a name.' : made.error })
      return
    }
    const defaultOf = (kind: 'sports' | 'other') =>
      form[kind] ? asked : defaults[kind] === before ? null : defaults[kind]
    const all = templates.map((one) => (one.name === before ? made.value : one))
    const next = before === '' ? [...all, made.value] : all
    void write(
      { templates: next, defaults: { sports: defaultOf('sports'), other: defaultOf('other') } },
      asked,
    )
  }

  function remove(): void {
    const rest = templates.filter((one) => one.name !== before)
    const without = (one: string | null) => (one === before ? null : one)
    const left = { sports: without(defaults.sports), other: without(defaults.other) }
    void write({ templates: rest, defaults: left }, rest[0]?.name ?? '')
  }

  return (
    <Dialog title="Exit templates" onClose={close}>
      <form className="stack gap-8" onSubmit={save} noValidate>
        <Select
          label="Template"
          value={before}
          options={[
            ...templates.map((one) => [one.name, one.name] as const),
            ...(templates.length < MOST_TEMPLATES ? [['', 'New'] as const] : []),
          ]}
          onChoose={(chosen) => setForm(formOf(kept, chosen))}
        />
        <TextField
          label="Name"
          maxLength={40}
          autoComplete="off"
          data-first-focus=""
          value={name}
          onType={(text) => put({ name: text })}
        />
        <ExitFields
          isTemplate
          draft={draft}
          price={null}
          tick={100}
          problem={problem}
          onChange={(part) => put({ draft: { ...draft, ...part } })}
        />
        {KINDS.map(([kind, label]) => (
          <Check key={kind} label={label} checked={form[kind]} onCheck={(isOn) => put({ [kind]: isOn })} />
        ))}
        <div className="dialog-foot">
          {before !== '' && (
            <Button className="button" onClick={remove}>
              Delete
            </Button>
          )}
          <span className="grows" />
          <Button className="button" onClick={close}>
            Close
          </Button>
          <button type="submit" className="button primary">
            Save
          </button>
        </div>
      </form>
    </Dialog>
  )
}
