/** Starts the page. */
// First: every other sheet goes by what these two say.
import './ui/tokens.css'
import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { begin } from './app/begin.ts'
import { createTerminal } from './app/create-terminal.ts'
import { early } from './early.ts'
import { TerminalContext } from './model/terminal-context.ts'

const terminal = createTerminal(window, early)

function show(container: HTMLElement): void {
  createRoot(container).render(
    <TerminalContext value={terminal}>
      <App />
    </TerminalContext>,
  )
}

const container = document.getElementById('app')
if (container !== null) void begin(terminal, window).then(() => show(container))
