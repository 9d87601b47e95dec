/** Tokens of programs: created with the password, shown once, revoked here. */
import { useEffect, useRef, useState } from 'react'
import { faultText } from '../../platform/api/client.ts'
import type { ApiFault, ApiToken } from '../../platform/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { readOf } from '../../platform/api/queries.ts'
import { showAge, showDay } from '../../platform/format/figures.ts'
import { useNow } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { writeClipboard } from '../../widgets/copy-text.tsx'
import { Button, PASSWORD, Segments, TextField } from '../../ui/controls.tsx'
import type { FormEvent } from 'react'

const AGAIN_MS = 30_000

const MAY: Readonly<Record<ApiToken['scope'], string>> = {
  read: 'reads only',
  cancel: 'reads and cancels',
  trade: 'reads, cancels and trades',
}

export function TokensSection() {
  const { client, announcer, now } = usePage()
  const [fault, setFault] = useState<ApiFault | null>(null)
  const [created, setCreated] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const read = useQuery(readOf(client, 'listTokens', {}))
  const shownAt = useNow(AGAIN_MS)

  function report(failed: ApiFault | null, done: string): void {
    setFault(failed)
    announcer.say(failed === null ? done : faultText(failed))
    void read.refetch()
  }

  async function create({ lastsMs, ...wanted }: WantedToken): Promise<boolean> {
    const answer = await client.call('createToken', { body: { ...wanted, expiresAt: now() + lastsMs } })
    setCreated(answer.ok ? answer.value.token : null)
    report(answer.ok ? null : answer.error, 'Token created. Copy it now.')
    return answer.ok
  }

  async function revoke(one: ApiToken): Promise<void> {
    const answer = await client.call('revokeToken', { params: { tokenId: one.publicId } })
    // The button that was pressed goes with its row.
    heading.current?.focus()
    setCreated(null)
    report(answer.ok ? null : answer.error, `${one.name} revoked`)
  }

  return (
    <section className="panel" aria-label="API tokens">
      <header className="panel-head">
        <h2 ref={heading} tabIndex={-1}>
          API tokens
        </h2>
      </header>
      <TokenForm onCreate={create} />
      <ReadFault read={read} />
      {fault !== null && (
        <p className="fault" role="alert">
          {faultText(fault)}
        </p>
      )}
      {created !== null && <NewToken text={created} onDone={() => setCreated(null)} />}
      <ul className="setting-lines" aria-label="Programs with access">
        {(read.data?.items ?? []).map((one) => (
          <li key={one.publicId} className="setting">
            <span>
              <b>{one.name}</b> <small className="soft">{textOf(one, shownAt)}</small>
            </span>
            <Button aria-label={`Revoke ${one.name}`} onClick={() => void revoke(one)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The only time it can be read. */
function NewToken({ text, onDone }: { readonly text: string; readonly onDone: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <div className="setting-lines">
      <div className="setting">
        <label>
          New token, shown once{' '}
          <input
            ref={field}
            className="field mono"
            readOnly
            size={text.length}
            value={text}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
        <span>
          <Button onClick={() => void writeClipboard(text).then(setCopied)}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>{' '}
          <Button onClick={onDone}>Done</Button>
        </span>
      </div>
    </div>
  )
}

function textOf(one: ApiToken, now: number): string {
  const used = one.lastUsedAt === null ? 'never used' : `last used ${showAge(now - one.lastUsedAt)} ago`
  const open = one.connections === 0 ? '' : ` \u00b7 ${one.connections} connected`
  return `${MAY[one.scope]} \u00b7 until ${showDay(one.expiresAt)} \u00b7 ${used}${open}`
}

const DAY_MS = 86_400_000
const DAYS = ['1', '30', '90', '365'] as const

type WantedToken = Pick<ApiToken, 'name' | 'scope'> & {
  readonly lastsMs: number
  readonly password: string
}

/** `onCreate` answers whether there is one now: the fields are empty again then. */
function TokenForm({ onCreate }: { readonly onCreate: (wanted: WantedToken) => Promise<boolean> }) {
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
        <TextField label="Name" maxLength={40} autoComplete="off" required value={name} onType={setName} />
      </div>
      <div className="setting">
        <span>Access</span>
        <Segments
          label="Access"
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
