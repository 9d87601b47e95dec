/** Watchlists, layouts, settings and templates of exits (API-4). */
import { exitTemplates } from '#contract/records/attached-exits.ts'
import { templatesFault } from '#core/order/exit-template.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { STORAGE_REFUSED, type Problem } from '../http/replies.ts'
import { invalidRequest } from '../http/validation.ts'
import type { Layout, ScreenClass } from '../workspace.ts'
import type { Call } from './call.ts'
import type { Handlers, Services } from './handler.ts'

const STALE: Problem = {
  code: 'stale_version',
  detail: 'The layout was changed meanwhile. Read it again.',
}

export function workspaceHandlers({ workspace }: Pick<Services, 'workspace'>) {
  function answer(layout: Layout, call: Call): Result<Layout, Problem> {
    call.header('ETag', tagOf(layout.version))
    return ok(layout)
  }

  /** A precondition that names another version than the present one. */
  function isOverridden(screen: ScreenClass, call: Call): boolean {
    const { ifMatch } = call
    if (ifMatch === undefined || ifMatch === '*') return false
    const present = tagOf(workspace.layout(screen).version)
    return !ifMatch.split(',').some((tag) => tag.trim() === present)
  }

  return {
    readWatchlist: () => ok(workspace.watchlist()),

    writeWatchlist: ({ body }) => (workspace.setWatchlist(body).ok ? ok(body) : err(STORAGE_REFUSED)),

    readLayout: ({ params }, call) => answer(workspace.layout(params.screen_class), call),

    writeLayout({ params, body }, call) {
      if (isOverridden(params.screen_class, call)) return err(STALE)
      const written = workspace.setLayout(params.screen_class, body)
      return written.ok
        ? answer(written.value, call)
        : err(written.error === 'stale_version' ? STALE : STORAGE_REFUSED)
    },

    readExitTemplates: () => ok(workspace.exitTemplates()),

    writeExitTemplates({ body }) {
      const templates = exitTemplates.decode(body)
      const fault = templatesFault(templates)
      if (fault !== null) return err(invalidRequest([fault]))
      return workspace.setExitTemplates(templates).ok ? ok(templates) : err(STORAGE_REFUSED)
    },

    readSettings: () => ok(workspace.settings()),

    writeSettings({ body }) {
      const written = workspace.setSettings(body)
      return written.ok ? written : err(STORAGE_REFUSED)
    },
  } satisfies Partial<Handlers>
}

function tagOf(version: number): string {
  return `"${version}"`
}
