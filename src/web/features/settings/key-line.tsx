/** One command with its keys: press Change, then the key. Esc and Tab keep what is; Cancel All works all the time. */
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { chooseStroke } from '../../commands/choose.ts'
import { findCommand } from '../../commands/key-map.ts'
import type { KeyChoices, KeyMap } from '../../commands/key-map.ts'
import type { KEY_COMMANDS } from '../../commands/registry.ts'
import { recordedChord, showStroke } from '../../commands/strokes.ts'
import { usePage } from '../../contexts/contexts.ts'
import { Button } from '../../ui/controls.tsx'
import styles from './settings.module.css'

export type KeyLineProps = {
  readonly command: (typeof KEY_COMMANDS)[number]
  readonly map: KeyMap
  readonly isRecording: boolean
  readonly onRecord: (isOn: boolean) => void
  readonly onChoose: (choices: KeyChoices) => void
  readonly onNone: () => void
}

export function KeyLine(props: KeyLineProps) {
  const { command, map, isRecording } = props
  const { announcer } = usePage()
  const [refusal, setRefusal] = useState('')
  const strokes = map.strokes[command.id]
  const asked = 'Press a key\u2026'

  const end = () => props.onRecord(false)

  function choose(stroke: string): void {
    const chosen = chooseStroke(map, command.id, stroke)
    end()
    if (!chosen.ok) return setRefusal(chosen.error)
    props.onChoose(chosen.value)
    return announcer.say(`${command.title}: ${showStroke(stroke)}`)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isRecording || event.key === 'Tab' || findCommand(map, 'page', event) === 'cancel_all') return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    const chord = recordedChord(event)
    if (event.key === 'Escape') end()
    else if (chord !== null) choose(chord)
  }

  return (
    <li className={styles.keyLine}>
      <span>{command.title}</span>
      <span className="flex wraps gap-4">
        {strokes.length === 0 && <span className="dim">no key</span>}
        {strokes.map((stroke) => (
          <kbd key={stroke}>{showStroke(stroke)}</kbd>
        ))}
      </span>
      {command.stops === true ? (
        <span className="dim">always</span>
      ) : (
        <span className={`flex wraps gap-4 ${styles.keyTools}`}>
          <Button
            aria-label={
              isRecording ? `${asked} for: ${command.title}` : `Change the key of: ${command.title}`
            }
            aria-pressed={isRecording}
            onClick={() => {
              setRefusal('')
              props.onRecord(!isRecording)
            }}
            onKeyDown={onKeyDown}
            onBlur={end}
          >
            {isRecording ? asked : 'Change'}
          </Button>
          <Button
            aria-label={`Clear: no key for ${command.title}`}
            disabled={strokes.length === 0}
            onClick={props.onNone}
          >
            Clear
          </Button>
        </span>
      )}
      <p className={`danger ${styles.keyAnswer}`} role="status">
        {refusal}
      </p>
    </li>
  )
}
