/** One command with its keys: press Change, then the key. Esc and Tab keep what is; Cancel All works all the time. */
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { chooseStroke } from '../../commands/choose.ts'
import type { Chosen } from '../../commands/choose.ts'
import { findCommand, followers } from '../../commands/key-map.ts'
import type { KeyChoices, KeyMap } from '../../commands/key-map.ts'
import type { KEY_COMMANDS } from '../../commands/registry.ts'
import { chordText, recordedChord, showStroke } from '../../commands/strokes.ts'
import { usePage } from '../../contexts/contexts.ts'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './settings.module.css'

export type KeyLineProps = {
  readonly command: (typeof KEY_COMMANDS)[number]
  readonly map: KeyMap
  readonly isRecording: boolean
  readonly onRecord: (isOn: boolean) => void
  readonly onChoose: (choices: KeyChoices) => void
  readonly onNone: () => void
  readonly onReset: () => void
}

export function KeyLine(props: KeyLineProps) {
  const { command, map, isRecording } = props
  const { announcer } = usePage()
  const [begun, setBegun] = useState<string | null>(null)
  const [answer, setAnswer] = useState<Chosen | null>(null)
  const strokes = map.strokes[command.id]
  const asked = begun === null ? 'Press a key\u2026' : `${showStroke(begun)} then\u2026`
  const isOwn = Object.hasOwn(map.choices, command.id)

  function end(): void {
    setBegun(null)
    props.onRecord(false)
  }

  function choose(stroke: string): void {
    const chosen = chooseStroke(map, command.id, stroke)
    end()
    if (chosen.kind === 'chosen') {
      props.onChoose(chosen.choices)
      announcer.say(`${command.title}: ${showStroke(stroke)}`)
    } else {
      setAnswer(chosen)
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isRecording || event.key === 'Tab' || findCommand(map, 'page', event) === 'cancel_all') return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    const chord = recordedChord(event)
    if (event.key === 'Escape') end()
    else if (chord === null) return
    else if (begun !== null) choose(`${begun} ${chordText(chord)}`)
    else if (command.scope === 'page' && followers(map, event).size > 0) setBegun(chordText(chord))
    else choose(chordText(chord))
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
      <span className={`flex wraps gap-4 ${styles.keyTools}`}>
        <Button
          aria-label={isRecording ? `${asked} for: ${command.title}` : `Change the key of: ${command.title}`}
          aria-pressed={isRecording}
          onClick={() => {
            setAnswer(null)
            setBegun(null)
            props.onRecord(!isRecording)
          }}
          onKeyDown={onKeyDown}
          onBlur={end}
        >
          {isRecording ? asked : 'Change'}
        </Button>
        <Button
          aria-label={`None: no key for ${command.title}`}
          aria-disabled={command.stops === true}
          disabled={command.stops !== true && strokes.length === 0}
          {...tip(command.stops === true ? 'What stops trading always has a key' : undefined)}
          onClick={() => {
            if (command.stops !== true) props.onNone()
          }}
        >
          None
        </Button>
        <Button
          aria-label={`Reset the key of: ${command.title}`}
          disabled={!isOwn}
          onClick={() => {
            setAnswer(null)
            props.onReset()
          }}
        >
          Reset
        </Button>
      </span>
      <p className={`row gap-12 ${styles.keyAnswer}`} role="status">
        {answer !== null && answer.kind !== 'chosen' && <span className="danger">{answer.text}</span>}
        {answer?.kind === 'taken' && (
          <Button
            onClick={() => {
              props.onChoose(answer.choices)
              setAnswer(null)
              announcer.say(`${command.title}: ${showStroke(answer.stroke)}`)
            }}
          >
            Take it
          </Button>
        )}
      </p>
    </li>
  )
}
