/** Looks, ladder, keys, sessions and tokens in sections, the ways to other settings, and logging out. */
import { usePage } from '../../contexts/contexts.ts'
import { Link } from '../../widgets/link.tsx'
import { Button, PASSWORD, Page, Panel, TextField } from '../../ui/controls.tsx'
import { OlderButton } from '../../ui/older-button.tsx'
import { SettingLine } from './setting-line.tsx'
import { TokensSection } from './tokens-section.tsx'
import { useState, useRef } from 'react'
import { tradingKeys } from '../../commands/choose.ts'
import type { KeyChoices } from '../../commands/key-map.ts'
import { KEY_COMMANDS, SCOPES } from '../../commands/registry.ts'
import { useNow, useStore } from '../../platform/state/hooks.ts'
import { KeyLine } from './key-line.tsx'
import styles from './settings.module.css'
import { addressOf, faultText } from '../../platform/api/client.ts'
import type { ApiFault, SessionEntry } from '../../platform/api/client.ts'
import { PAGE_SETTINGS, readSettings } from '../../data/settings/settings.ts'
import type { PageSetting, PageSettingName } from '../../data/settings/settings.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '../../platform/api/queries.ts'
import { showAge, showDay } from '../../platform/format/figures.ts'
import { ReadFault } from '../../widgets/read-fault.tsx'

export function SettingsPage() {
  const { session, client } = usePage()
  return (
    <Page className="narrow">
      <header className="page-head">
        <h1>Settings</h1>
        <span className="soft">Saved on this terminal for all browsers.</span>
      </header>
      {(['Appearance', 'Ladder'] as const).map((section) => (
        <Panel key={section} title={section}>
          <div className="setting-lines">
            <SettingLines section={section} />
          </div>
        </Panel>
      ))}
      <KeysSection />
      <FileSection />
      <SessionsSection />
      <TokensSection />
      <section className="panel" aria-label="More">
        <div className="setting-lines">
          <div className="setting">
            <span className="more-links">
              <Link to="/settings/risk">Risk limits</Link>
              <Link to="/settings/notifications">Notifications</Link>
            </span>
            <Button
              onClick={() => {
                // Nothing of the workspace asks for anything while the session ends.
                session.set('checking')
                void client.call('logout', { body: {} }).then(() => session.set('out'))
              }}
            >
              Log out (goes SAFE)
            </Button>
          </div>
        </div>
      </section>
    </Page>
  )
}

/** Lines of a section, drawn from the table of settings. */
function SettingLines({ section }: { readonly section: PageSetting['section'] }) {
  const settings = useStore(usePage().settings)
  const lines = Object.entries(PAGE_SETTINGS).filter(
    ([, setting]: [string, PageSetting]) => setting.section === section,
  )
  return lines.map(([name]) => <SettingLine key={name} name={name as PageSettingName} settings={settings} />)
}

function KeysSection() {
  const { settings: settingsStore, announcer, dialog } = usePage()
  const settings = useStore(settingsStore)
  const map = useStore(usePage().keys)
  const [recording, setRecording] = useState<string | null>(null)
  const choose = (keys: KeyChoices) => settingsStore.update((old) => ({ ...old, keys }))
  const own = Object.keys(settings.keys).length
  return (
    <section className="panel" aria-label="Keys" id="settings-keys">
      <header className="panel-head">
        <h2>Keys</h2>
        <span className="push" />
        <Button
          disabled={own === 0}
          onClick={() => {
            choose({})
            announcer.say('Shortcuts reset to defaults')
          }}
        >
          Reset all
        </Button>
        <Button onClick={() => dialog.set('keys')}>Shortcuts</Button>
      </header>
      <div className="setting-lines">
        <SettingLines section="Keys" />
        {!settings.letterKeys && (
          <p className="soft">
            Off: only Ctrl and Alt chords, arrows, function keys, Cancel all and Go SAFE work.
          </p>
        )}
        {SCOPES.map(([scope, name]) => (
          <details key={scope} className={styles.keyScope}>
            <summary>{name}</summary>
            <ul>
              {KEY_COMMANDS.filter((command) => command.scope === scope).map((command) => (
                <KeyLine
                  key={command.id}
                  command={command}
                  map={map}
                  isRecording={recording === command.id}
                  onRecord={(isOn) => setRecording(isOn ? command.id : null)}
                  onChoose={choose}
                  onNone={() => choose({ ...settings.keys, [command.id]: [] })}
                />
              ))}
            </ul>
          </details>
        ))}
      </div>
    </section>
  )
}

/** The document of settings as the terminal gives it, and one that it is to take: it judges that by its schema. */
function FileSection() {
  const { client, settings, announcer } = usePage()
  const [message, setMessage] = useState('')

  async function take(chosen: File): Promise<void> {
    const body: object = await new Response(chosen).json().catch(() => [])
    const answer = await client.call('writeSettings', { body })
    if (answer.ok) settings.set(readSettings(answer.value))
    const said = answer.ok
      ? `Settings imported.${tradingKeys(settings.get().keys)}`
      : `Nothing imported. ${faultText(answer.error)}`
    setMessage(said)
    announcer.say(said)
  }

  return (
    <Panel title="Export and import">
      <div className="setting-lines">
        <div className="setting">
          <a className="button small" href={addressOf('readSettings', {})} download="sesame-settings.json">
            Export
          </a>
          <label>
            Import{' '}
            <input
              type="file"
              accept="application/json,.json"
              onChange={({ target }) => {
                const chosen = target.files?.[0]
                target.value = ''
                if (chosen !== undefined) void take(chosen)
              }}
            />
          </label>
        </div>
        <p role="status" className="soft">
          {message}
        </p>
      </div>
    </Panel>
  )
}

const AGAIN_MS = 30_000

function SessionsSection() {
  const { client, announcer } = usePage()
  const [fault, setFault] = useState<ApiFault | null>(null)
  const [password, setPassword] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const pages = useInfiniteQuery(pagesOf(client, 'listSessions', {}))
  const items = pages.data?.items ?? []
  const now = useNow(AGAIN_MS)

  function report(failed: ApiFault | null, done: string): void {
    setFault(failed)
    setPassword('')
    // The button that was pressed goes with its row.
    heading.current?.focus()
    announcer.say(failed === null ? done : faultText(failed))
    void pages.refetch()
  }

  async function end(one: SessionEntry): Promise<void> {
    const answer = await client.call('endSession', {
      params: { sessionId: one.publicId },
      body: { password },
    })
    report(answer.ok ? null : answer.error, 'Session ended')
  }

  async function endOthers(): Promise<void> {
    const answer = await client.call('endOtherSessions', { body: { password } })
    report(answer.ok ? null : answer.error, 'All other sessions ended')
  }

  const hasOthers = items.some((one) => !one.current)
  return (
    <section className="panel" aria-label="Sessions">
      <header className="panel-head">
        <h2 ref={heading} tabIndex={-1}>
          Sessions
        </h2>
      </header>
      {hasOthers && (
        <div className="setting-lines">
          <div className="setting">
            <TextField
              label="Password (needed to end others)"
              {...PASSWORD}
              value={password}
              onType={setPassword}
            />
            <Button disabled={password === ''} onClick={() => void endOthers()}>
              End all others (goes SAFE)
            </Button>
          </div>
        </div>
      )}
      <ReadFault read={pages} />
      {fault !== null && (
        <p className="fault" role="alert">
          Not ended: {faultText(fault)}
        </p>
      )}
      <ul className="setting-lines" aria-label="Who is logged in">
        {items.map((one) => (
          <li key={one.publicId} className="setting">
            <span>
              {one.current ? <b>This browser</b> : `Logged in ${showDay(one.createdAt)}`}{' '}
              <small className="soft">{textOf(one, now)}</small>
            </span>
            {!one.current && (
              <Button
                disabled={password === ''}
                aria-label={`End (goes SAFE): the session of ${showDay(one.createdAt)}`}
                onClick={() => void end(one)}
              >
                End (goes SAFE)
              </Button>
            )}
          </li>
        ))}
      </ul>
      <OlderButton pages={pages} name="sessions" />
    </section>
  )
}

function textOf(one: SessionEntry, now: number): string {
  const used = one.current
    ? `logged in ${showDay(one.createdAt)}`
    : `last used ${showAge(now - one.lastUsedAt)} ago`
  const pages = one.tabs === 1 ? '1 page open' : `${one.tabs === 0 ? 'no' : one.tabs} pages open`
  return `${used} \u00b7 ${pages}`
}
