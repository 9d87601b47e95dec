import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

export default defineConfig({
  root: 'src/web',
  plugins: [react(), early()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
})

/** Asks for the desk's script and the font with the page: the browser would find out about them one after the other. */
function early(): Plugin {
  return {
    name: 'early',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {}).flatMap((file) => {
          const attrs = { href: `/${file}`, crossorigin: true }
          const rel = /^assets\/workspace-.*\.js$/.test(file)
            ? { rel: 'modulepreload' }
            : file.endsWith('.woff2') && { rel: 'preload', as: 'font', type: 'font/woff2' }
          return rel === false ? [] : [{ tag: 'link', attrs: { ...rel, ...attrs }, injectTo: 'head' }]
        }),
    },
  }
}
