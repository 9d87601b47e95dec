/**
 * Bundles the program for a release: JavaScript that needs neither TypeScript nor `node_modules` (decision 94). The simulated venue
 * is an entry of its own, since it runs as a process.
 */
import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const ENTRIES = {
  main: 'src/app/main.ts',
  'bundled-venue-process': 'src/app/assembly/bundled-venue-process.ts',
}

/** @param directory  emptied before */
export async function buildProgram(directory: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [namedAsBuilt()],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      target: 'node26',
      outDir: directory,
      emptyOutDir: true,
      // So that the place of an error can be read.
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(root, file)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'part-[hash].js' },
      },
    },
  })
  cpSync(join(root, 'src', 'store', 'migrations'), join(directory, 'migrations'), { recursive: true })
}

/**
 * Lays the bundle out as a release has it, with the page that was built last, so that tests run what is released: it starts
 * in two thirds of the time that the sources take.
 */
async function buildForTests(directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true })
  await buildProgram(join(directory, 'dist', 'program'))
  cpSync(join(root, 'bin'), join(directory, 'bin'), { recursive: true })
  symlinkSync(join(root, 'dist', 'web'), join(directory, 'dist', 'web'))
}

/** A file that is started by its name is JavaScript in the bundle, beside all others. */
function namedAsBuilt(): Plugin {
  const names = Object.keys(ENTRIES).filter((name) => name !== 'main')
  const started = new RegExp(`(['/])(${names.join('|')})\\.ts'`, 'g')
  return {
    name: 'named-as-built',
    enforce: 'pre',
    transform: (code) => ({ code: code.replaceAll(started, "$1$2.js'"), map: null }),
  }
}

if (import.meta.main) await buildForTests(join(root, 'dist', 'tested'))
