/** Open sessions: one that was left open elsewhere is ended here. */
import { useRef, useState } from 'react'
import { faultText } from '../../platform/api/client.ts'
import type { ApiFault } from '../../platform/api/client.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '../../platform/api/queries.ts'
import type { SessionEntry } from '../../platform/api/wire.ts'
import { showAge, showDay } from '../../platform/format/times.ts'
import { useNow } from '../../platform/state/use-now.ts'
import { usePage } from '../../contexts/page.ts'
import { OlderButton } from '../../ui/older-button.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { Button } from '../../ui/button.tsx'
import { PASSWORD, TextField } from '../../ui/fields.tsx'

const AGAIN_MS = 30_000

/** The section of the settings page. */
export function SessionsSection() {
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
    report(answer.ok ? null : answer.error, 'The session is ended')
  }

  async function endOthers(): Promise<void> {
    const answer = await client.call('endOtherSessions', { body: { password } })
    report(answer.ok ? null : answer.error, 'All other sessions are ended')
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
            <TextField label="Password, to end others" {...PASSWORD} value={password} onType={setPassword} />
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
