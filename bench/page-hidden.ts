/** A tab behind another: nothing is drawn, what is shown is kept up, and on return it is right at once. */
import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from '#test/wait-for.ts'
import { median } from './measure.ts'
import { PROBE, type Noted } from './page-probe.ts'
import { HEIGHT, printFigure, widthOf, type Stage } from './page-stage.ts'
import { startRawBrowser, type RawTab } from './raw-browser.ts'

const ROUNDS = 5
const HIDDEN_MS = 12_000

/** Hides the event's page behind an empty one, again and again. */
export async function hidden({ client, address }: Stage, ladders: number): Promise<void> {
  const browser = await startRawBrowser(widthOf(ladders), HEIGHT)
  try {
    const tab = await browser.openTab()
    const other = await browser.openTab()
    await tab.show()
    const [name = '', value = ''] = client.session.cookie.split('=')
    await tab.send('Network.setCookie', { name, value, url: client.url })
    await tab.send('Page.enable')
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: PROBE })
    await tab.send('Page.navigate', { url: address })
    await waitFor('a book', async () => (await take(tab)).usable, 60_000)
    const returned: number[] = []
    let frames = 0
    let messages = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      await other.show()
      await pause(500)
      await take(tab)
      await pause(HIDDEN_MS)
      const behind = await take(tab)
      frames += behind.frames.length
      messages += behind.messages
      await tab.show()
      returned.push(
        await waitFor('what has arrived on the screen', async () => (await take(tab)).returned[0], 30_000),
      )
    }
    printFigure('hidden tab: frames drawn', frames, 0)
    printFigure('hidden tab: changes received a second', (messages * 1_000) / (ROUNDS * HIDDEN_MS), 1, true)
    printFigure('hidden tab: return to all that was received, median ms', median(returned), 500)
    printFigure('hidden tab: the longest return, ms', Math.max(...returned), 500)
  } finally {
    await browser.end()
  }
}

async function take(tab: RawTab): Promise<Noted> {
  return (await tab.evaluate(
    'globalThis.bench?.take() ?? { returned: [], frames: [], messages: 0, usable: null }',
  )) as Noted
}
