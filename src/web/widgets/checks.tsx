/** Checks as a list, of arm dialog, Health and doctor: each with its state and, where it fails, the remedy. */
import { CheckIcon, TriangleAlertIcon, XIcon } from 'lucide-react'
import type { Check } from '../words/arm-reasons.ts'

type Props = { readonly checks: readonly (Check & { readonly isWarning?: boolean })[] }

/** The list. */
export function Checks({ checks }: Props) {
  return (
    <ul className="checks">
      {checks.map(({ name, ok, state, fix, isWarning = false }) => {
        const [look, Icon, word] = ok ? OK : isWarning ? WARNS : FAILS
        return (
          <li key={name}>
            <span className={look}>
              <Icon />
            </span>
            <span className="wrapped">
              {name}
              <span className="visually-hidden"> {word}</span>
            </span>
            <span className={ok ? 'soft' : `${look} strong`}>{state}</span>
            {fix !== null && <p className="soft">{fix}</p>}
          </li>
        )
      })}
    </ul>
  )
}

const OK = ['ok', CheckIcon, 'ok'] as const
const WARNS = ['warn', TriangleAlertIcon, 'look at it'] as const
const FAILS = ['danger', XIcon, 'fails'] as const
