/** The palette: one list of commands and markets for what is typed. Arrows move, Enter does, Escape leaves. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { faultText } from '../../platform/api/client.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readOf } from '../../platform/api/queries.ts'
import { useLater } from '../../platform/state/hooks.ts'
import { useContexts } from '../../contexts/contexts.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { paletteCommands } from './commands.ts'
import { grouped, MAX_ITEMS, paletteItems } from './palette-items.ts'
import type { PaletteItem } from './palette-items.ts'
import styles from './palette.module.css'

const PAUSE_MS = 120

/** The open palette. */
export function Palette() {
  const contexts = useContexts()
  const { dialog, router } = contexts.page
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [commands] = useState(() => paletteCommands(contexts))
  const text = typed.trim()
  // The markets are asked for after a pause, and only the answer to the last question counts.
  const words = useLater(text, PAUSE_MS)
  const query = { q: words, sort: words === '' ? ('volume' as const) : ('relevance' as const), limit: 20 }
  const search = readOf(contexts.page.client, 'search', { query })
  const { data, error, isFetching } = useQuery({ ...search, placeholderData: keepPreviousData })
  const isAsking = isFetching || words !== text
  const items = useMemo(
    () => paletteItems(commands, data?.items ?? [], typed, router.go),
    [commands, data, typed, router],
  )
  const groups = useMemo(() => grouped(items), [items])
  const at = Math.min(active, items.length - 1)
  const activeId = items[at]?.id
  const [entered, setEntered] = useState<string | null>(null)
  const runEntered = useEffectEvent(() => run(items[at]))
  useEffect(() => {
    if (entered === text && !isAsking) runEntered()
  }, [entered, text, isAsking])

  function run(item: PaletteItem | undefined): void {
    if (item === undefined) return
    dialog.set(null)
    item.run()
  }

  function move(to: number): void {
    const next = Math.min(items.length - 1, Math.max(0, to))
    setActive(next)
    const id = items[next]?.id
    if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, metaKey, altKey } = event
    if (key === 'ArrowDown') move(at === items.length - 1 ? 0 : at + 1)
    else if (key === 'ArrowUp') move(at <= 0 ? items.length - 1 : at - 1)
    else if (key === 'PageDown') move(at + 10)
    else if (key === 'PageUp') move(at - 10)
    else if (key === 'Enter' && !event.repeat && !metaKey && !altKey) {
      // A market that answers an older question is not opened: Enter waits for the answer to this one.
      if (isAsking && (items[at]?.group ?? 'Markets') === 'Markets') setEntered(text)
      else run(items[at])
    } else return
    event.preventDefault()
  }

  return (
    <Dialog title="Search or command" onClose={() => dialog.set(null)}>
      <div className={`stack gap-8 ${styles.palette}`}>
        <input
          data-first-focus=""
          type="text"
          role="combobox"
          className="field"
          aria-label="Search markets and commands"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          autoComplete="off"
          spellCheck={false}
          placeholder="A market, a team, a command"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <div
          id="palette-list"
          role="listbox"
          aria-label="Results"
          className={styles.paletteList}
          tabIndex={-1}
        >
          {groups.map(({ group, items: members }) => (
            <div key={group} role="group" aria-label={group}>
              <p className={styles.paletteGroup} aria-hidden="true">
                {group}
              </p>
              {members.map((item) => (
                // The box has the keys; the option only takes the press.
                <div
                  key={item.id}
                  id={item.id}
                  role="option"
                  aria-selected={item.id === activeId}
                  tabIndex={-1}
                  className={styles.paletteItem}
                  data-kind={group === 'Markets' ? undefined : 'command'}
                  data-part={item.isPart === true ? '' : undefined}
                  onPointerMove={() => setActive(items.indexOf(item))}
                  onClick={() => run(item)}
                  onKeyDown={undefined}
                >
                  <span className="cut">{item.title}</span>
                  <span className="cut dim">{item.hint}</span>
                  {item.key && <kbd>{item.key}</kbd>}
                </div>
              ))}
            </div>
          ))}
        </div>
        <p className="fine dim pad-10" role="status">
          {(error && faultText(error.fault)) ?? (isAsking ? 'Searching\u2026' : countText(items.length))}
        </p>
      </div>
    </Dialog>
  )
}

function countText(count: number): string {
  if (count === 0) return 'Nothing matches. Try a shorter word.'
  return count >= MAX_ITEMS ? `The first ${count}. Type more to narrow.` : `${count} found`
}
