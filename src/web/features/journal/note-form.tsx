/** Note and tags of one round trip. */
import { useState } from 'react'
import { faultText } from '../../platform/api/client.ts'
import type { RoundTrip } from '../../platform/api/wire.ts'
import { usePage } from '../../contexts/page.ts'
import styles from './journal.module.css'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'

/** The form; empty, it removes both. */
export function NoteForm({
  trip,
  onClose,
  onNoted,
}: {
  readonly trip: Pick<RoundTrip, 'key' | 'text' | 'tags'>
  readonly onClose: () => void
  readonly onNoted: () => void
}) {
  const { client } = usePage()
  const [note, setNote] = useState(trip.text)
  const [tags, setTags] = useState(trip.tags.join(', '))
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    const body = { id: trip.key, note, tags: tagsOf(tags) }
    const answer = await client.call('writeJournalNote', { body })
    if (answer.ok) onNoted()
    else setProblem(faultText(answer.error))
  }
  return (
    <form
      className={`wraps gap-8 ${styles.note}`}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label>
        Note
        <textarea
          className="field"
          rows={2}
          maxLength={4_000}
          value={note}
          ref={focused}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      <TextField label="Tags, with commas between" maxLength={800} value={tags} onType={setTags} />
      <span>
        <button type="submit" className="button small">
          Save
        </button>{' '}
        <Button onClick={onClose}>Close</Button>
      </span>
      {problem !== null && (
        <p className="danger" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

function focused(element: HTMLTextAreaElement | null): void {
  element?.focus()
}

const MAX_TAGS = 20

function tagsOf(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim().slice(0, 40)))]
    .filter(Boolean)
    .slice(0, MAX_TAGS)
}
