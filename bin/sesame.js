#!/usr/bin/env node
// Runs Sesame with the flags that harden it.
import { join } from 'node:path'
import { root, runOnNode } from './find-node.js'

const FLAGS = ['--disable-proto=delete', '--disable-sigusr1', '--report-exclude-env']

runOnNode([...FLAGS, join(root, 'src', 'app', 'main.ts'), ...process.argv.slice(2)])
