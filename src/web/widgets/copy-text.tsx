/** A long identifier, shown short; a press copies it whole, or shows it whole where copying is not possible. */
import { useState } from 'react'
import { Button, tip } from '../ui/controls.tsx'

const SHOWN = 10

/** `name` says what is copied. */
export function CopyText({ text, name }: { readonly text: string; readonly name: string }) {
  const [state, setState] = useState<'short' | 'copied' | 'whole'>('short')
  const bare = text.replace(/^(pm:)?(0x)?/, '')
  const short = bare.length <= SHOWN + 2 ? bare : `${bare.slice(0, SHOWN)}\u2026`
  return (
    <Button
      className="copy mono"
      {...tip(text)}
      onClick={() => {
        void writeClipboard(text).then((copied) => setState(copied ? 'copied' : 'whole'))
      }}
      onBlur={() => setState('short')}
    >
      <span className="visually-hidden">Copy {name} </span>
      {state === 'whole' ? text : short}
      {state === 'copied' ? <span className="dim"> copied</span> : <CopyGlyph />}
    </Button>
  )
}

function CopyGlyph() {
  return (
    <svg width="11" height="11" viewBox="0 0 12 12" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M4 4h6.5v6.5H4zM8 4V1.5H1.5V8H4" />
    </svg>
  )
}

/** True if the browser has taken the text. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
