/** A long identifier, shown short; a press copies it whole, or shows it whole where copying is not possible. */
import { useState } from 'react'
import { CopyIcon } from 'lucide-react'
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
      {state === 'copied' ? <span className="dim"> copied</span> : <CopyIcon />}
    </Button>
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
