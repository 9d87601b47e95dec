/** From the session to the first view: what that shows is read before it is drawn, so that it is drawn once and whole. */
import { DOCKED, dockedClass, WIDE } from '../platform/page/screen-class.ts'
import { chooseRouted } from './workspace/choose-routed.ts'
import type { Readable } from '../platform/state/store.ts'
import type { Terminal } from '../model/terminal.ts'

/** Beyond these the first view is drawn without what is still missing. */
const READS_MS = 400
const BOOKS_MS = 150
/** The ladders that are drawn follow the books by then. */
const HOLD_MS = 5_000

type View = Pick<Window, 'document' | 'matchMedia' | 'setTimeout'>

/** Asks for the session; ends when the login can be drawn, or the first view. A login later opens that in the same way. */
export async function begin(terminal: Terminal, view: View): Promise<void> {
  const { client, session } = terminal
  session.subscribe(() => {
    follow(terminal)
    if (session.get() === 'opening') void open(terminal, view)
  })
  const answer = await client.call('readSession', {})
  if (!answer.ok) {
    session.set(answer.error.kind === 'problem' ? 'out' : 'unreachable')
    return
  }
  client.setCsrfToken(answer.value.csrf_token)
  session.set('opening')
  await until(session, (state) => state !== 'opening')
}

/** Reads what the first view shows, as long as that is worth waiting for; then the session is open. */
async function open(terminal: Terminal, view: View): Promise<void> {
  if (view.matchMedia(DOCKED).matches) terminal.workspace.open(dockedClass(view.matchMedia(WIDE).matches))
  const pause = (ms: number): Promise<void> => new Promise((done) => view.setTimeout(done, ms))
  const reads = [
    readFirstEvent(terminal),
    // Text that is drawn before would be laid out and painted a second time.
    ...[...view.document.fonts].map((font) => font.load().catch(() => undefined)),
    // Also whether the tour is offered, for which everything else makes room.
    until(terminal.settingsSync.isRead, (isRead) => isRead),
    until(terminal.workspace.state, ({ status }) => status !== 'reading' || !view.matchMedia(DOCKED).matches),
  ]
  await Promise.race([Promise.all(reads), pause(READS_MS)])
  await Promise.race([holdBooks(terminal, view), pause(BOOKS_MS)])
  if (terminal.session.get() === 'opening') terminal.session.set('in')
}

/** What lives as long as the session. */
function follow({
  client,
  live,
  notifications,
  priceBandTicks,
  session,
  settingsSync,
  watch,
}: Terminal): void {
  const state = session.get()
  if (state === 'in') return
  if (state !== 'opening') {
    live.stop()
    return
  }
  live.start()
  void settingsSync.read()
  void watch.read()
  notifications.start()
  void client.call('readRiskSettings', {}).then((answer) => {
    if (answer.ok) priceBandTicks.set(answer.value.limits.price_band_ticks)
  })
}

async function readFirstEvent(terminal: Terminal): Promise<void> {
  const route = terminal.router.get()
  if (route.page !== 'trade' || route.slug === null) return
  const { slug } = route
  const answer = await terminal.client.call('readEventBySlug', { params: { slug } })
  if (!answer.ok || terminal.router.get() !== route) return
  terminal.firstEvent.set({ slug, event: answer.value })
  chooseRouted(terminal, answer.value, route.outcomeId)
}

/** Follows the books of the market in hand until its ladders do; ends when they are there. */
async function holdBooks({ books, firstEvent, selection }: Terminal, view: View): Promise<void> {
  const market = firstEvent.get() === null ? undefined : selection.get()?.market
  const outcomes = market?.outcomes ?? []
  const stops = outcomes.map(({ id }) => books.follow(id))
  view.setTimeout(() => {
    for (const stop of stops) stop()
  }, HOLD_MS)
  await Promise.all(
    outcomes.map(({ id }) => {
      const { top, subscribeTop } = books.book(id)
      return until({ get: top, subscribe: subscribeTop }, ({ ready }) => ready)
    }),
  )
}

function until<T>(store: Readable<T>, passes: (value: T) => boolean): Promise<void> {
  return new Promise((done) => {
    const stop = store.subscribe(look)
    function look(): void {
      if (!passes(store.get())) return
      stop()
      done()
    }
    look()
  })
}
