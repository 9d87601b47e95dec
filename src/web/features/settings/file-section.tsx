/** The settings as one file: exported as the terminal keeps them, imported as its schema takes them. */
import { useRef, useState } from 'react'
import { faultText } from '../../platform/api/client.ts'
import { usePage } from '../../contexts/page.ts'
import { tradingKeys } from '../../commands/choose.ts'
import { readSettings, settingsFile } from '../../data/settings/settings.ts'
import { saveFile } from '../../widgets/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'

const MAX_LENGTH = 1_000_000

/** The section of the settings page. */
export function FileSection() {
  const { client, settings, now, announcer } = usePage()
  const [message, setMessage] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function save(): void {
    const day = new Date(now()).toISOString().slice(0, 10)
    saveFile(`sesame-settings-${day}.json`, settingsFile(settings.get()), 'application/json')
  }

  async function take(chosen: File): Promise<void> {
    const body = chosen.size > MAX_LENGTH ? null : readFile(await chosen.text().catch(() => ''))
    if (body === null) {
      say('The file has no settings of Sesame.')
      return
    }
    const answer = await client.call('writeSettings', { body })
    if (answer.ok) settings.set(readSettings(answer.value))
    const taken = `The settings are taken over.${tradingKeys(settings.get().keys)}`
    say(answer.ok ? taken : `Nothing is taken over. ${faultText(answer.error)}`)
  }

  function say(text: string): void {
    setMessage(text)
    announcer.say(text)
  }

  return (
    <Panel title="Export and import">
      <div className="setting-lines">
        <div className="setting">
          <span>
            Settings and keys in one file{' '}
            <span className="dim">without layouts, secrets and risk limits</span>
          </span>
          <span>
            <Button onClick={save}>Export</Button>{' '}
            <Button onClick={() => input.current?.click()}>Import{'\u2026'}</Button>
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
            if (chosen !== undefined) void take(chosen)
          }}
        />
        <p role="status" className="soft">
          {message}
        </p>
      </div>
    </Panel>
  )
}

/** The settings in the text of a file, for the terminal to judge; null where there are none. */
function readFile(text: string): object | null {
  try {
    const file: unknown = JSON.parse(text)
    const settings = typeof file === 'object' && file !== null && 'settings' in file ? file.settings : null
    return typeof settings === 'object' ? settings : null
  } catch {
    return null
  }
}
