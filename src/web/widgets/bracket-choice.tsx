/** The template of exits that a purchase brings; none at first. */
import { usePage, useTitleWithKey, useTrading } from '../contexts/contexts.ts'
import { kindOf } from '../data/settings/brackets.ts'
import type { Event } from '../platform/api/client.ts'
import { useStore } from '../platform/state/hooks.ts'
import { Select, tip } from '../ui/controls.tsx'

/** The chosen template of an event's markets; null for none. */
export function useTemplate(event: Event) {
  const { brackets, isReplay } = useTrading()
  useStore(brackets.kept)
  useStore(brackets.chosen)
  return isReplay ? null : brackets.of(kindOf(event))
}

/** One small control; `written` is whether exits are written out beside it, and how to begin and end that. */
export function BracketChoice(props: {
  readonly event: Event
  readonly written?: { readonly isOn: boolean; readonly set: (isOn: boolean) => void }
}) {
  const { event, written } = props
  const { brackets, isReplay } = useTrading()
  const { dialog } = usePage()
  const title = useTitleWithKey('Exits for buys', 'next_template')
  const chosen = useTemplate(event)
  const { templates } = useStore(brackets.kept)
  if (isReplay) return null
  const name = chosen === null ? 'none' : `template ${chosen.name}`
  return (
    <Select<string>
      className={written === undefined ? 'bracket-choice' : 'field'}
      aria-label="Exits"
      data-chosen={chosen === null ? undefined : ''}
      {...tip(chosen === null ? title : `${title}: ${chosen.name}`)}
      value={written?.isOn === true ? 'written' : name}
      options={[
        ['none', 'No exits'],
        ...templates.map((one) => [`template ${one.name}`, one.name] as const),
        ...(written === undefined ? [] : [['written', 'Custom'] as const]),
        ['edit', 'Templates\u2026'],
      ]}
      onChoose={(next) => {
        if (next === 'edit') dialog.set('templates')
        else {
          written?.set(next === 'written')
          if (next !== 'written')
            brackets.choose(kindOf(event), next === 'none' ? null : next.slice('template '.length))
        }
      }}
    />
  )
}
