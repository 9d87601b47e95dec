#!/usr/bin/env node
// Runs Sesame with the flags that harden it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, runOnNode } from './find-node.js'

const FLAGS = ['--disable-proto=delete', '--disable-sigusr1', '--report-exclude-env']

// A checkout has the sources, everything else the bundle that was made of them.
const source = join(root, 'src', 'app', 'main.ts')
const main = existsSync(source) ? source : join(root, 'dist', 'program', 'main.js')

if (existsSync(main)) {
  runOnNode([...FLAGS, main, ...process.argv.slice(2)])
} else {
  // `npm pack` in a checkout, and `npm install` from its address, take this file alone.
  process.stderr.write(
    'sesame: this package is not a release and has no program in it: `npm run release` in a checkout makes one that has\n',
  )
  process.exitCode = 1
}
