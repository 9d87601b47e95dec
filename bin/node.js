#!/usr/bin/env node
// The project's own Node for scripts and tests: `node bin/node.js scripts/check.ts`.
import { runOnNode } from './find-node.js'

runOnNode(process.argv.slice(2))
