/** Name, access and end of a new token; the password is asked for each. */
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { ApiToken } from '../../platform/api/wire.ts'
import { Segments } from '../../ui/segments.tsx'
import { PASSWORD, TextField } from '../../ui/fields.tsx'

const DAY_MS = 86_400_000
const DAYS = ['1', '30', '90', '365'] as const

export type WantedToken = Pick<ApiToken, 'name' | 'scope'> & {
  readonly lastsMs: number
  readonly password: string
}

/** `onCreate` answers whether there is one now: the fields are empty again then. */
export function TokenForm({ onCreate }: { readonly onCreate: (wanted: WantedToken) => Promise<boolean> }) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<ApiToken['scope']>('read')
  const [days, setDays] = useState<(typeof DAYS)[number]>('30')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const isMade = await onCreate({ name, scope, lastsMs: Number(days) * DAY_MS, password })
    setBusy(false)
    setPassword('')
    if (isMade) setName('')
  }

  return (
    <form className="setting-lines" aria-label="New token" onSubmit={(event) => void submit(event)}>
      <div className="setting">
        <TextField label="Program" maxLength={40} autoComplete="off" required value={name} onType={setName} />
      </div>
      <div className="setting">
        <span>May</span>
        <Segments
          label="May"
          value={scope}
          options={[
            ['read', 'Read'],
            ['cancel', 'Cancel'],
            ['trade', 'Trade'],
          ]}
          onChange={setScope}
        />
      </div>
      <div className="setting">
        <span>Expires after</span>
        <Segments
          label="Expires after"
          value={days}
          options={DAYS.map((one) => [one, one === '1' ? '1 day' : `${one} days`] as const)}
          onChange={setDays}
        />
      </div>
      <div className="setting">
        <TextField label="Your password" {...PASSWORD} required value={password} onType={setPassword} />
        <button type="submit" className="button small" disabled={isBusy}>
          Create token
        </button>
      </div>
    </form>
  )
}
