/** Checks as a list: each with its state and, where it fails, the remedy. */
import { CheckIcon, XIcon } from 'lucide-react'
import type { armChecks } from '../words/arm-reasons.ts'

/** `className` beside that of all such lists. */
export function Checks(props: {
  readonly checks: ReturnType<typeof armChecks>
  readonly className?: string | undefined
}) {
  return (
    <ul className={`checks ${props.className ?? ''}`}>
      {props.checks.map(({ name, ok, state, fix }) => (
        <li key={name}>
          <span className={ok ? 'ok' : 'danger'}>{ok ? <CheckIcon /> : <XIcon />}</span>
          <span className="check-name">
            {name}
            <span className="visually-hidden">{ok ? ' ok' : ' fails'}</span>
          </span>
          <span className={ok ? 'soft' : 'danger strong'}>{state}</span>
          {fix !== null && <p className="soft">{fix}</p>}
        </li>
      ))}
    </ul>
  )
}
