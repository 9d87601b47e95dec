/** Copies the page as text; where the browser does not let it, the text is there to be copied manually. */
import { useState } from 'react'
import { writeClipboard } from '../../widgets/copy-text.tsx'
import { diagnosticsText } from './diagnostics.ts'
import type { Health } from './diagnostics.ts'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './health.module.css'

function selectOnMount(area: HTMLTextAreaElement | null): void {
  area?.select()
}

/** The button, and its result. */
export function CopyDiagnostics({ health }: { readonly health: Omit<Health, 'browser'> }) {
  const [done, setDone] = useState<{ readonly isCopied: boolean; readonly text: string } | null>(null)

  async function copy(): Promise<void> {
    const text = diagnosticsText({ ...health, browser: navigator.userAgent }, Date.now())
    setDone({ isCopied: await writeClipboard(text), text })
  }

  return (
    <>
      <Button
        className="button small push"
        {...tip('The state of every part as text, without secrets and with addresses shortened')}
        onClick={() => void copy()}
      >
        Copy diagnostics
      </Button>
      <span role="status" className="soft">
        {done?.isCopied === true ? 'copied' : ''}
      </span>
      {done?.isCopied === false && (
        <textarea
          className={`field ${styles.diagnostics}`}
          aria-label="Diagnostics, to be copied by hand"
          readOnly
          rows={12}
          value={done.text}
          ref={selectOnMount}
        />
      )}
    </>
  )
}
