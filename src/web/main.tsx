/** Starts the page. */
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { TerminalContext } from './terminal-context.ts'
import { createTerminal } from './create-terminal.ts'

const terminal = createTerminal(window)
const container = document.getElementById('app')
if (container !== null) {
  createRoot(container).render(
    <TerminalContext value={terminal}>
      <App />
    </TerminalContext>,
  )
}
