/** Templates of exits, kept by the terminal, and the one that this tab has chosen for each kind of market. */
import { NO_TEMPLATES } from '#core/order/exit-template.ts'
import type { ExitTemplate, ExitTemplates, TemplateDefaults } from '#core/order/exit-template.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { faultText } from '../../platform/api/client.ts'
import type { Client, Event } from '../../platform/api/client.ts'
import type { OtherPages } from '../../platform/page/other-pages.ts'
import { createKept, createStore, fieldsOf } from '../../platform/state/store.ts'
import type { Memory, Readable } from '../../platform/state/store.ts'

/** A template by its name, null for none; a kind without one has that of the terminal. */
type Chosen = Partial<TemplateDefaults>
export type MarketKind = keyof TemplateDefaults

export function kindOf({ gameId }: Pick<Event, 'gameId'>): MarketKind {
  return gameId === null ? 'other' : 'sports'
}

/** Builds the store; `read` is for the session to call. */
export function createBrackets(
  client: Pick<Client, 'call'>,
  storage: Memory,
  { onNews, onWritten }: OtherPages,
) {
  const kept = createStore<ExitTemplates>(NO_TEMPLATES)
  const chosen = createKept<Chosen>(storage, 'sesame.bracket', (value) => {
    const { sports, other } = fieldsOf(value)
    const isName = (name: unknown): name is string | null => typeof name === 'string' || name === null
    return { ...(isName(sports) && { sports }), ...(isName(other) && { other }) }
  })

  async function read(): Promise<void> {
    const answer = await client.call('readExitTemplates', {})
    if (answer.ok) kept.set(answer.value)
  }
  onNews(() => {
    if (kept.get() !== NO_TEMPLATES) void read()
  })

  const choose = (kind: MarketKind, name: string | null) => chosen.update((old) => ({ ...old, [kind]: name }))

  function of(kind: MarketKind): ExitTemplate | null {
    const { templates, defaults } = kept.get()
    const own = chosen.get()[kind]
    const name = own === undefined ? defaults[kind] : own
    return templates.find((one) => one.name === name) ?? null
  }

  return {
    kept: kept as Readable<ExitTemplates>,
    chosen: chosen as Readable<Chosen>,
    read,
    async write(next: ExitTemplates): Promise<Result<undefined, string>> {
      const answer = await client.call('writeExitTemplates', { body: next })
      if (!answer.ok) return err(faultText(answer.error))
      kept.set(answer.value)
      onWritten()
      return ok(undefined)
    },
    of,
    choose,
    /** Chooses the next one, after the last none. */
    next(kind: MarketKind): ExitTemplate | null {
      const { templates } = kept.get()
      const at = templates.findIndex((one) => one === of(kind))
      const next = templates[at + 1] ?? null
      choose(kind, next?.name ?? null)
      return next
    },
  }
}
