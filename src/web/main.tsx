/** Starts the page. */
// First: every other sheet goes by what these two say.
import './ui/tokens.css'
import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { begin } from './app/begin.ts'
import { ContextProviders } from './app/contexts.tsx'
import { createContexts } from './app/create-contexts.ts'
import { early } from './early.ts'

const contexts = createContexts(window, early)

function show(container: HTMLElement): void {
  createRoot(container).render(
    <ContextProviders contexts={contexts}>
      <App />
    </ContextProviders>,
  )
}

const container = document.getElementById('app')
if (container !== null) void begin(contexts, window).then(() => show(container))
