/** Help: what one must know to trade here, and every key as it is now. */
import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { Key } from '../../widgets/key.tsx'
import { OUTCOMES } from './order-outcomes.ts'
import { API_DOCUMENT, THIRD_PARTY_NOTICES } from '../../widgets/addresses.ts'
import { KeySheet } from './key-sheet.tsx'
import styles from './help.module.css'

/** The page. */
export function HelpPage() {
  return (
    <Page className={`narrow ${styles.help}`}>
      <header className="page-head">
        <h1>Help</h1>
        <span className="soft">Everything here can be tried in the demo, where no money moves.</span>
        <a href={API_DOCUMENT} target="_blank" rel="noreferrer">
          OpenAPI
        </a>
        <a href={THIRD_PARTY_NOTICES} target="_blank" rel="noreferrer">
          Third-party notices
        </a>
      </header>
      <nav className="more-links" aria-label="On this page">
        {SECTIONS.map(([id, title]) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
        <a href="#keys">Keys</a>
      </nav>
      <Section id="safe" title="SAFE and ARMED">
        <p>
          Every start is <b>SAFE</b>: you look, and nothing is sent. A click on a price fills the ticket.{' '}
          <b>ARMED</b> (<Key id="arm" />) means that a click on a price, or a letter on the focused ladder,
          sends an order at once; the whole page then carries a red frame.
        </p>
        <p>
          <Key id="safe" /> goes SAFE at once. Sesame goes SAFE automatically after idle minutes, at logout,
          after sleep, and when the venue, the network or a foreign order gives reason to doubt; it says
          which.
        </p>
      </Section>
      <Section id="cancel" title="Cancel all">
        <p>
          The button at the top right, or <Key id="cancel_all" />: in every state, in every field, SAFE or
          ARMED, with the link lost. It asks nothing and also catches orders that were still on their way.
          What the venue has not confirmed is called not confirmed.
        </p>
        <p>
          <Key id="cancel_outcome" /> cancels the orders of the focused ladder, <Key id="cancel_here" /> those
          at its cursor.
        </p>
      </Section>
      <Section id="ladder" title="The ladder">
        <p>
          Prices stand still; the book moves on them. Left of the price are bids, and a click there{' '}
          <b>buys</b>; right of it are asks, and a click there <b>sells</b>: at the price clicked, in the size
          chosen above. A click counts when press and release are on the same price and the book neither
          jumped nor went stale in between; otherwise it is refused and says why. Without shares a sale buys
          the market{'\u2019'}s other outcome at 1 {'\u2212'} price; with some, they are sold first.
        </p>
        <p>
          The line under a ladder says what a click or key would do now. <Key id="buy" /> and{' '}
          <Key id="sell" /> trade at the cursor, <Key id="join_bid" /> and <Key id="join_ask" /> join the best
          price, <Key id="take_ask" /> and <Key id="take_bid" /> take it. Your orders are chips beside the
          book: drag one, press its cross, or pick it up with <Key id="take_up" />.
        </p>
        <p>
          The sign of a ladder beside an outcome keeps a ladder of it, up to twelve of one event: side by
          side, and in rows where the panel is high enough. <Key id="next_panel" /> goes from one to the next.
        </p>
      </Section>
      <Section id="order-outcomes" title="What becomes of an order">
        <dl className="order-outcomes">
          {OUTCOMES.map(([word, text]) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="chat" title="Chat">
        <p>
          A bot can tell of fills, alerts and trouble in one chat. It only writes: it reads nothing there and
          cannot trade. It is set up in the configuration; the page Notification rules says its state and
          sends a test.
        </p>
      </Section>
      <section id="keys" className="panel" aria-labelledby="help-keys">
        <header className="panel-head">
          <h2 id="help-keys">Keys</h2>
        </header>
        <div className={styles.helpText}>
          <KeySheet isFirst={false} />
        </div>
      </section>
    </Page>
  )
}

const SECTIONS = [
  ['safe', 'SAFE and ARMED'],
  ['cancel', 'Cancel all'],
  ['ladder', 'The ladder'],
  ['order-outcomes', 'What becomes of an order'],
  ['chat', 'Chat'],
] as const

function Section(props: {
  readonly id: (typeof SECTIONS)[number][0]
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <section id={props.id} className="panel" aria-labelledby={`help-${props.id}`}>
      <header className="panel-head">
        <h2 id={`help-${props.id}`}>{props.title}</h2>
      </header>
      <div className={styles.helpText}>{props.children}</div>
    </section>
  )
}
