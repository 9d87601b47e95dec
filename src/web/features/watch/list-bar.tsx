/** The active watchlist; adds, renames and removes lists. */
import { useState } from 'react'
import { useStore } from '../../platform/state/hooks.ts'
import { useMarketData, usePage } from '../../contexts/contexts.ts'
import { Button, Select, tip } from '../../ui/controls.tsx'
import styles from './watch.module.css'

/** The line above the watched outcomes. */
export function ListBar() {
  const { watch } = useMarketData()
  const { lists, active } = useStore(watch.state)
  const [naming, setNaming] = useState<'add' | 'rename' | null>(null)
  const [isSure, setSure] = useState(false)
  const [isBack, setBack] = useState(false)
  const count = lists[active]?.ids.length ?? 0

  if (naming !== null) {
    return (
      <NameForm
        key={naming}
        label={naming === 'add' ? 'Name of the new list' : 'New name of the list'}
        name={naming === 'add' ? '' : (lists[active]?.name ?? '')}
        onSave={naming === 'add' ? watch.add : watch.rename}
        onEnd={() => {
          setNaming(null)
          setBack(true)
        }}
      />
    )
  }
  return (
    <div className="side-line-two">
      <Select
        ref={isBack ? focusBack : null}
        className={`plain ${styles.listChoice}`}
        aria-label="Watchlist"
        value={active}
        options={lists.map(({ name, ids }, at) => [at, `${name} (${ids.length})`])}
        onChoose={watch.choose}
      />
      <Button className="plain" aria-label="New list" data-tip="" onClick={() => setNaming('add')}>
        +
      </Button>
      <Button className="plain" aria-label="Rename the list" data-tip="" onClick={() => setNaming('rename')}>
        {'\u270e'}
      </Button>
      <Button
        className="plain"
        aria-label={isSure ? `Delete ${count}? Press again` : 'Delete the list'}
        aria-disabled={lists.length < 2}
        {...tip(lists.length < 2 ? 'The last list stays' : 'Take this list away')}
        onBlur={() => setSure(false)}
        onClick={() => {
          if (lists.length < 2) return
          setSure(!isSure && count > 0)
          if (isSure || count === 0) watch.remove()
        }}
      >
        {isSure ? `Delete ${count}?` : '\u00d7'}
      </Button>
    </div>
  )
}

/** The form that had the focus is gone. */
function focusBack(select: HTMLSelectElement | null): void {
  select?.focus()
}

function focusOnMount(input: HTMLInputElement | null): void {
  input?.select()
}

function NameForm(props: {
  readonly label: string
  readonly name: string
  readonly onSave: (name: string) => string | null
  readonly onEnd: () => void
}) {
  const { announcer } = usePage()
  const [typed, setTyped] = useState(props.name)
  const [fault, setFault] = useState<string | null>(null)
  return (
    <>
      <form
        className="side-line-two"
        onSubmit={(event) => {
          event.preventDefault()
          const why = props.onSave(typed)
          setFault(why)
          if (why === null) props.onEnd()
          else announcer.say(why)
        }}
      >
        <input
          ref={focusOnMount}
          className={`field ${styles.listChoice}`}
          aria-label={props.label}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : 'list-name-fault'}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            props.onEnd()
          }}
        />
        <button type="submit" className="plain">
          Save
        </button>
        <Button className="plain" onClick={props.onEnd}>
          Keep
        </Button>
      </form>
      {fault !== null && (
        <p id="list-name-fault" className="fault">
          {fault}
        </p>
      )}
    </>
  )
}
