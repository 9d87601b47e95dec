/** From the session to the first view: what that shows is read before it is drawn, so that it is drawn once and whole. */
import { DOCKED, dockedClass } from '../platform/page/screen-class.ts'
import { faultText } from '../platform/api/client.ts'
import { takeLinkToken } from '../platform/page/login-link.ts'
import { chooseRouted } from './workspace/use-routed-event.ts'
import type { Readable } from '../platform/state/store.ts'
import type { Contexts } from '../contexts/contexts.ts'

/** Beyond these the first view is drawn without what is still missing. */
const READS_MS = 400
const BOOKS_MS = 150
/** The ladders that are drawn follow the books by then. */
const HOLD_MS = 5_000

type View = Pick<Window, 'document' | 'history' | 'location' | 'matchMedia' | 'setTimeout'>

/** Asks for the session; ends when the login can be drawn, or the first view. A login later opens that in the same way. */
export async function begin(contexts: Contexts, view: View): Promise<void> {
  const { client, loginFault, session } = contexts.page
  session.subscribe(() => {
    follow(contexts)
    if (session.get() !== 'opening') return
    loginFault.set('')
    void open(contexts, view)
  })
  const token = takeLinkToken(view)
  const login = token === null ? null : await client.call('login', { body: { token } })
  // A link that has been used may be the one of this session.
  const answer = login?.ok === true ? login : await client.call('readSession', {})
  if (!answer.ok) {
    const refused = answer.error.kind === 'problem' ? login : answer
    if (refused?.ok === false) loginFault.set(faultText(refused.error))
    session.set('out')
    return
  }
  client.setCsrfToken(answer.value.csrfToken)
  session.set('opening')
  await until(session, (state) => state !== 'opening')
}

/** Reads what the first view shows, as long as that is worth waiting for; then the session is open. */
async function open(contexts: Contexts, view: View): Promise<void> {
  const { router, session, settingsSync } = contexts.page
  const { workspace } = contexts.workspace
  const isDocked = view.matchMedia(DOCKED).matches && router.get().page !== 'panel'
  if (isDocked) workspace.open(dockedClass(view))
  const pause = (ms: number): Promise<void> => new Promise((done) => view.setTimeout(done, ms))
  const reads = [
    readFirstEvent(contexts),
    // Text that is drawn before would be laid out and painted a second time.
    ...[...view.document.fonts].map((font) => font.load().catch(() => undefined)),
    until(settingsSync.isRead, (isRead) => isRead),
    until(workspace.state, ({ status }) => status !== 'reading' || !isDocked),
  ]
  await Promise.race([Promise.all(reads), pause(READS_MS)])
  await Promise.race([holdBooks(contexts, view), pause(BOOKS_MS)])
  if (session.get() === 'opening') session.set('in')
}

/** Subscriptions that run as long as the session. */
function follow({ marketData, page, trading }: Contexts): void {
  const { client, live, notifications, session, settingsSync } = page
  const state = session.get()
  if (state === 'in') return
  if (state !== 'opening') {
    live.stop()
    return
  }
  live.start()
  void settingsSync.read()
  void marketData.watch.read()
  void trading.brackets.read()
  notifications.start()
  void client.call('readRiskSettings', {}).then((answer) => {
    if (answer.ok) trading.priceBandTicks.set(answer.value.limits.priceBandTicks)
  })
}

async function readFirstEvent({ page, workspace }: Contexts): Promise<void> {
  const { client, router } = page
  const route = router.get()
  if (route.page !== 'trade' || route.slug === null) return
  const { slug } = route
  const answer = await client.call('readEventBySlug', { params: { slug } })
  if (!answer.ok || router.get() !== route) return
  workspace.firstEvent.set({ slug, event: answer.value })
  chooseRouted({ ...workspace, router }, answer.value, route.outcomeId)
}

/** Follows the books of the selected market until its ladders do; ends when they are there. */
async function holdBooks({ marketData, workspace }: Contexts, view: View): Promise<void> {
  const { books } = marketData
  const { firstEvent, selection } = workspace
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
