/** Development: the page from Vite with hot reload, and behind it a demo terminal. Ctrl-C ends both. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'

const root = join(import.meta.dirname, '..')
const TERMINAL = '127.0.0.1:8080'
const PAGE_PORT = 5173

const terminal = spawn(process.execPath, [join(root, 'bin/sesame.js'), 'start'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, HTTP_ADDR: TERMINAL, ALLOWED_HOSTS: `localhost,localhost:${PAGE_PORT}` },
})
const page = await createServer({
  configFile: join(root, 'vite.config.ts'),
  root: join(root, 'src/web'),
  server: {
    port: PAGE_PORT,
    strictPort: true,
    proxy: { '/api': `http://${TERMINAL}`, '/ws': { target: `ws://${TERMINAL}`, ws: true } },
  },
})
await page.listen()
console.log(`page with hot reload: http://localhost:${PAGE_PORT}`)
terminal.on('exit', () => void page.close())
