/** Looks and hands: theme, colours, density, quick sizes, keys; and logging out. */
import { useState } from 'react'
import { formatMicros } from '#core/money.ts'
import { readAmount } from '../../format/numbers.ts'
import type { Settings } from '../../state/settings.ts'
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { Link } from '../../ui/link.tsx'
import { KeysSection } from './keys-section.tsx'
import { LooksSection } from './looks-section.tsx'
import { SettingChoice } from './setting-choice.tsx'

/** The settings page. */
export function SettingsPage() {
  const terminal = useTerminal()
  const settings = useStore(terminal.settings)
  const change = (part: Partial<Settings>) => terminal.settings.set({ ...settings, ...part })
  return (
    <main className="page narrow">
      <header className="page-head">
        <h1>Settings</h1>
        <span className="soft">Kept by this terminal, for every browser.</span>
      </header>
      <LooksSection />
      <section className="panel" aria-label="Ladder">
        <header className="panel-head">
          <h2>Ladder</h2>
        </header>
        <div className="setting-lines">
          <div className="setting">
            <span>Quick sizes, keys 1 to 6</span>
            <span className="sizes">
              {SIZE_KEYS.map((name, at) => (
                <SizeField
                  key={name}
                  name={name}
                  value={settings.sizes[at] ?? ''}
                  onChange={(text) => change({ sizes: settings.sizes.with(at, text) })}
                />
              ))}
            </span>
          </div>
          <SettingChoice
            name="Centre by itself while pointer and keys are elsewhere"
            value={settings.autoCentre ? 'on' : 'off'}
            options={[
              ['on', 'On'],
              ['off', 'Off'],
            ]}
            onChange={(value) => change({ autoCentre: value === 'on' })}
          />
        </div>
      </section>
      <KeysSection />
      <section className="panel" aria-label="More">
        <div className="setting-lines">
          <div className="setting">
            <span className="more-links">
              <Link to="/settings/risk">Risk limits</Link>
              <Link to="/settings/notifications">Notifications</Link>
              <Link to="/alerts">Alerts</Link>
              <Link to="/combos">Combos</Link>
              <Link to="/audit">Audit log</Link>
              <Link to="/health">Health</Link>
              <Link to="/help">Help</Link>
              <button type="button" className="plain" onClick={() => terminal.dialog.set('tour')}>
                Take the tour
              </button>
            </span>
            <button
              type="button"
              className="button small"
              onClick={() => {
                void terminal.client.call('logout', { body: {} }).then(() => terminal.session.set('out'))
              }}
            >
              Log out (goes SAFE)
            </button>
          </div>
        </div>
      </section>
    </main>
  )
}

const SIZE_KEYS = ['1', '2', '3', '4', '5', '6'] as const

function SizeField(props: {
  readonly name: string
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  const [typed, setTyped] = useState(props.value)
  const size = readAmount(typed, 2)
  return (
    <input
      className="field num"
      inputMode="decimal"
      aria-label={`Quick size ${props.name}`}
      aria-invalid={size === null || size === 0n}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
        const next = readAmount(event.target.value, 2)
        if (next !== null && next > 0n) props.onChange(formatMicros(next))
      }}
    />
  )
}
