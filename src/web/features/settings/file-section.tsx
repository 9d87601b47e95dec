/** Settings, keys and layouts as one file: kept, and read again with what it would change before it does. */
import { useRef, useState } from 'react'
import { err } from '#lib/result.ts'
import { faultText } from '../../platform/api/client.ts'
import { SCREEN_CLASSES } from '../../platform/page/screen-class.ts'
import { usePage } from '../../model/contexts/page.ts'
import { useWorkspace } from '../../model/contexts/workspace.ts'
import {
  changesOf,
  MAX_LENGTH,
  mergeWorkspaces,
  readSettingsFile,
  writeSettingsFile,
} from '../../model/settings/settings-file.ts'
import type { Change, Layouts, SettingsFile } from '../../model/settings/settings-file.ts'
import { saveFile } from '../../widgets/save-file.ts'
import styles from './settings.module.css'

type Read = { readonly file: SettingsFile; readonly changes: readonly Change[] }

/** The section of the settings page. */
export function FileSection() {
  const { client, settings, now, announcer } = usePage()
  const { workspace } = useWorkspace()
  const [read, setRead] = useState<Read | null>(null)
  const [message, setMessage] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function tell(text: string): void {
    setMessage(text)
    announcer.say(text)
  }

  /** The layouts of every kind of screen; null, and said why, when they cannot be read. */
  async function readLayouts(): Promise<Layouts | null> {
    const all: [string, Layouts[keyof Layouts]][] = []
    for (const screen of SCREEN_CLASSES) {
      const answer = await client.call('readLayout', { params: { screen_class: screen } })
      if (!answer.ok) {
        tell(`The layouts cannot be read: ${faultText(answer.error)}`)
        return null
      }
      all.push([screen, answer.value.workspaces])
    }
    return Object.fromEntries(all)
  }

  async function save(): Promise<void> {
    const layouts = await readLayouts()
    if (layouts === null) return
    const at = new Date(now()).toISOString()
    const text = writeSettingsFile(settings.get(), layouts, at)
    saveFile(`sesame-settings-${at.slice(0, 10)}.json`, text, 'application/json')
  }

  async function open(chosen: File): Promise<void> {
    setRead(null)
    const text = chosen.size > MAX_LENGTH ? null : await chosen.text().catch(() => '')
    const found = text === null ? err('The file is too large for settings.') : readSettingsFile(text)
    if (!found.ok) {
      tell(found.error)
      return
    }
    const layouts = await readLayouts()
    if (layouts === null) return
    const changes = changesOf(found.value, settings.get(), layouts)
    setRead({ file: found.value, changes })
    tell(changes.length === 0 ? 'The file changes nothing.' : '')
  }

  async function apply({ file, changes }: Read): Promise<void> {
    setRead(null)
    settings.update((old) => ({ ...old, ...file.settings }))
    const fault = await writeLayouts(file.layouts)
    await workspace.catchUp()
    tell(fault ?? `${changesText(changes)} taken over.`)
  }

  /** Null when all of them are kept. */
  async function writeLayouts(layouts: Layouts): Promise<string | null> {
    for (const screen of SCREEN_CLASSES) {
      const news = layouts[screen]
      if (news === undefined || news.length === 0) continue
      const params = { screen_class: screen }
      const kept = await client.call('readLayout', { params })
      if (!kept.ok) return `The layouts of ${screen} are as they were: ${faultText(kept.error)}`
      const { version, workspaces, active } = kept.value
      const body = { version, workspaces: [...mergeWorkspaces(workspaces, news)], active }
      const answer = await client.call('writeLayout', { params, body })
      if (!answer.ok) return `The layouts of ${screen} are as they were: ${faultText(answer.error)}`
    }
    return null
  }

  return (
    <section className="panel" aria-label="Export and import">
      <header className="panel-head">
        <h2>Export and import</h2>
      </header>
      <div className="setting-lines">
        <div className="setting">
          <span>
            Settings, keys and layouts in one file{' '}
            <span className="dim">without secrets and risk limits</span>
          </span>
          <span>
            <button type="button" className="button small" onClick={() => void save()}>
              Export
            </button>{' '}
            <button type="button" className="button small" onClick={() => input.current?.click()}>
              Import{'\u2026'}
            </button>
          </span>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept="application/json,.json"
          aria-label="File of settings"
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            event.target.value = ''
            if (chosen !== undefined) void open(chosen)
          }}
        />
        <p role="status" className="soft">
          {message}
        </p>
        {read !== null && (
          <Preview read={read} onApply={() => void apply(read)} onCancel={() => setRead(null)} />
        )}
      </div>
    </section>
  )
}

/** How many of them there are, without what is left out. */
function changesText(changes: readonly Change[]): string {
  const count = changes.filter(({ isLeftOut }) => !isLeftOut).length
  return `${count} ${count === 1 ? 'change' : 'changes'}`
}

function Preview(props: {
  readonly read: Read
  readonly onApply: () => void
  readonly onCancel: () => void
}) {
  const { changes, file } = props.read
  return (
    <div role="group" aria-label="What the file changes" className={styles.filePreview}>
      {file.notUnderstood.length > 0 && (
        <p className="danger">Not understood and left out: {file.notUnderstood.join(', ')}.</p>
      )}
      {changes.length > 0 && (
        <>
          <dl>
            {changes.map(({ label, from, to }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <span className="dim">{from}</span> {'\u2192'} {to}
                </dd>
              </div>
            ))}
          </dl>
          <span>
            <button type="button" className="button small primary" onClick={props.onApply}>
              Apply {changesText(changes)}
            </button>{' '}
            <button type="button" className="button small" onClick={props.onCancel}>
              Cancel
            </button>
          </span>
        </>
      )}
    </div>
  )
}
