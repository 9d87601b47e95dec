import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { applied } from './src/web/ui/testing/style-sheets.ts'

const WEB = join(import.meta.dirname, 'src', 'web')
const EARLY = join(WEB, 'early.ts')
const MAIN = join(WEB, 'main.tsx')
const DESK =
  /web\/(?:features\/(?:ladder|ticket)\/|.*\/(?:exit-(?:draft|fields|text|mark-text)|scaled-draft|typed-price|use-planned-exits|fill-rows|exits-list|[\w-]+-dialog)\.tsx?$)/

type Modules = { readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null }

export default defineConfig({
  root: WEB,
  plugins: [withoutDescriptions(), sharedClasses(), react(), earlyFont(), compiledAhead()],
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: classInPage } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    // One sheet: split, the parts are larger together.
    cssCodeSplit: false,
    // Those that know light-dark(): colours of both themes in one place.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // How much the first view may weigh is for test/integration/page-size.test.ts to say.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A chunk of these modules has only their remaining imports: a part of a library that a later view alone
          // uses comes with it.
          groups: [
            {
              debugName: 'first view',
              tags: ['$initial'],
              name: firstScript,
              includeDependenciesRecursively: false,
            },
            // Parts of ladder and ticket, and dialogs, that come once that is there: one chunk is smaller than twenty.
            { debugName: 'after it', name: 'desk', test: DESK, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})

/** A class of `ladder.module.css` is `ladder-…` in the page, the same in every build: a test of the browser may ask for it. */
function classInPage(name: string, path: string): string {
  const sheet = basename(path.split('?')[0] ?? path, '.module.css')
  return name === sheet || name.startsWith(`${sheet}-`) ? name : `${sheet}-${name}`
}

/**
 * The first view is two scripts: the small one that asks, and the page. Left alone they would be sixteen, of which a
 * browser asks for six at a time. Null for what is loaded later.
 */
function firstScript(id: string, modules: Modules): string | null {
  if (withImports(EARLY, modules).has(id)) return 'early'
  return withImports(MAIN, modules).has(id) ? 'page' : null
}

const reached = new Map<string, ReadonlySet<string>>()

/** A module and everything that it imports before it runs. */
function withImports(entry: string, modules: Modules): ReadonlySet<string> {
  const known = reached.get(entry)
  if (known !== undefined) return known
  const all = new Set([entry])
  for (const id of all) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) all.add(next)
  reached.set(entry, all)
  return all
}

/** Asks for the font with the page: the browser would find out about it after the styles. */
function earlyFont(): Plugin {
  return {
    name: 'early-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  }
}

/** Chromium compiles the page's functions beside the main thread while they come, instead of one by one as they are called. */
function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && chunk.name === 'page')
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
        }
      },
    },
  }
}

/** Descriptions and names of records are for the API's document alone; in the page they would be 9 KiB of the first script. */
function withoutDescriptions(): Plugin {
  const inner = String.raw`(?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*?`
  const place = String.raw`(\bsays\(${inner},\s*|\bparts?\(\s*|\bpartOrNull\(\s*)`
  const described = new RegExp(String.raw`${place}(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`, 'g')
  const named = /\b(record|page|pair)\(\s*'\w+'/g
  return {
    name: 'without-descriptions',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/contract\/records\/[\w-]+\.ts$/ },
      handler: (code) => ({
        code: code.replaceAll(described, "$1''").replaceAll(named, '$1(null'),
        map: null,
      }),
    },
  }
}

/** Rules of the sheets get the declarations of the shared classes that they apply. */
function sharedClasses(): Plugin {
  return {
    name: 'shared-classes',
    enforce: 'pre',
    transform: { filter: { id: /\.css$/ }, handler: (code) => ({ code: applied(code), map: null }) },
  }
}
