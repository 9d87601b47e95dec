/** Starts the page. */
// First: what is for the whole page; the modules of the components go further.
import './ui/tokens.css'
import './ui/base.css'
import './features/event/event.css'
import './features/chart/chart.css'
import './features/discovery/discovery.css'
import './features/portfolio/portfolio.css'
import './features/ticket/ticket.css'
import './features/orders/orders.css'
import './features/ladder/ladder.css'
import './features/notifications/notifications.css'
import './ui/shell.css'
import './ui/pages.css'
import './app/workspace/workspace.css'
import './ui/lay.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { begin } from './app/begin.ts'
import { ContextProviders } from './app/contexts.tsx'
import { createContexts } from './contexts/create-contexts.ts'
import { early } from './early.ts'

const contexts = createContexts(early)

function show(container: HTMLElement): void {
  createRoot(container).render(
    <ContextProviders contexts={contexts}>
      <App />
    </ContextProviders>,
  )
}

const container = document.getElementById('app')
if (container !== null) void begin(contexts, window).then(() => show(container))
