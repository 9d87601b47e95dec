/** Rows of those who have access, with a button each. The focus goes to the heading where the pressed button goes with its row. */
import { useRef, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Result } from '#lib/result.ts'
import { faultText } from '../../platform/api/client.ts'
import type { ApiFault } from '../../platform/api/client.ts'
import { usePage } from '../../contexts/contexts.ts'
import { ReadFault } from '../../widgets/read-fault.tsx'

type Read = Pick<UseQueryResult, 'error' | 'refetch'>

/** The answers of what was pressed: said, the fault kept in sight, the list read again. */
export function useAccess({ refetch }: Pick<Read, 'refetch'>) {
  const { announcer } = usePage()
  const heading = useRef<HTMLHeadingElement>(null)
  const [fault, setFault] = useState('')
  return {
    heading,
    fault,
    report: (answer: Result<unknown, ApiFault>, done: string): void => {
      const text = answer.ok ? '' : faultText(answer.error)
      setFault(text)
      announcer.say(answer.ok ? done : text)
      void refetch()
    },
  }
}

/** `children` are above the rows; `list` names these. */
export function AccessPanel(props: {
  readonly title: string
  readonly list: string
  readonly read: Read
  readonly heading: Ref<HTMLHeadingElement>
  readonly fault: string
  readonly children?: ReactNode
  readonly rows: readonly { readonly key: string; readonly name: ReactNode; readonly button: ReactNode }[]
}) {
  const { title, list, read, heading, fault, children, rows } = props
  return (
    <section className="panel" aria-label={title}>
      <header className="panel-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
      </header>
      {children}
      <ReadFault read={read} />
      {fault !== '' && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      <ul className="setting-lines" aria-label={list}>
        {rows.map(({ key, name, button }) => (
          <li key={key} className="setting">
            <span>{name}</span>
            {button}
          </li>
        ))}
      </ul>
    </section>
  )
}
