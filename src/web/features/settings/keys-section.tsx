/** Keys: every command with its keys, changed by pressing the new one. */
import { useState } from 'react'
import { chooseNone, resetChoice } from '../../commands/choose.ts'
import type { KeyChoices } from '../../commands/key-map.ts'
import { KEY_COMMANDS, SCOPES } from '../../commands/registry.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { usePage } from '../../contexts/page.ts'
import { KeyLine } from './key-line.tsx'
import { SettingLines } from './settings-section.tsx'
import styles from './settings.module.css'
import { Button } from '../../ui/button.tsx'

/** The section of the settings page. */
export function KeysSection() {
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
            Off: chords with Ctrl or Alt, arrows and function keys work, and what stops trading: Cancel all
            and Go SAFE.
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
                  onNone={() => choose(chooseNone(map, command.id))}
                  onReset={() => choose(resetChoice(settings.keys, command.id))}
                />
              ))}
            </ul>
          </details>
        ))}
      </div>
    </section>
  )
}
