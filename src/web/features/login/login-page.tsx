/** Login: one password, a wait that is shown, nothing else. */
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { faultText } from '../../platform/api/client.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import styles from './login.module.css'

/** The login form. */
export function LoginPage() {
  const { session, loginFault, client, announcer } = usePage()
  const input = useRef<HTMLInputElement | null>(null)
  const [fault, setFault] = useState(loginFault.get)
  const [isChecking, setChecking] = useState(false)
  const isBusy = useStore(session) === 'opening' || isChecking

  useEffect(() => input.current?.focus(), [])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const password = input.current?.value ?? ''
    if (password === '' || isBusy) return
    setChecking(true)
    const answer = await client.call('login', { body: { password } })
    setChecking(false)
    if (answer.ok) {
      client.setCsrfToken(answer.value.csrfToken)
      session.set('opening')
      return
    }
    const wait = answer.error.kind === 'problem' ? answer.error.problem.retryAfterMs : undefined
    const isWrong = answer.error.kind === 'problem' && answer.error.problem.code === 'bad_password'
    const text = isWrong
      ? 'Wrong password.'
      : `${faultText(answer.error)}${wait === undefined ? '' : ` Try again in ${Math.ceil(wait / 1_000)} s.`}`
    setFault(text)
    announcer.alert(text)
    input.current?.select()
  }

  return (
    <main className={styles.login}>
      <form onSubmit={(event) => void submit(event)} aria-labelledby="login-title">
        <h1 id="login-title">
          <LoginMark />
          Sesame
        </h1>
        <p className="soft">Trading terminal</p>
        <label htmlFor="password">Password</label>
        <input
          ref={input}
          id="password"
          className="field"
          type="password"
          autoComplete="current-password"
          aria-invalid={fault !== ''}
          aria-describedby="login-fault"
          required
        />
        <p id="login-fault" className={`fine danger ${styles.loginFault}`}>
          {fault}
        </p>
        <button type="submit" className="button primary" disabled={isBusy}>
          {isBusy ? 'Checking\u2026' : 'Log in'}
        </button>
        <p className="dim fine">
          In demo mode the password is printed where the terminal was started. The terminal always starts
          SAFE.
        </p>
      </form>
    </main>
  )
}

function LoginMark() {
  return (
    <svg width="22" height="22" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d="M2 3h5v3H2zM9 3h5v3H9zM2 10h5v3H2z" fill="var(--text-3)" />
      <path d="M9 10h5v3H9z" fill="var(--pos)" />
      <path d="M2 6.5h12v3H2z" fill="var(--neg)" />
    </svg>
  )
}
