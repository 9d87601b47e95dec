// The Node that the project brings along, whatever the machine's own is, and how to run on it. Plain JavaScript, since an
// old Node must be able to read it.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED = 26
const LOOK_EVERY_MS = 1000

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs these arguments on that Node, or says how to get it. */
export function runOnNode(args) {
  // Modules once compiled start faster; where the cache cannot be written nothing is lost.
  if (process.env.NODE_COMPILE_CACHE === undefined) {
    const packages = join(root, 'node_modules')
    process.env.NODE_COMPILE_CACHE = join(
      existsSync(packages) ? packages : join(root, 'dist'),
      '.cache',
      'node',
    )
  }
  const node = findNode()
  if (node === null) {
    const cure = existsSync(join(root, 'package-lock.json'))
      ? `run npm ci in ${root}`
      : 'install it again with npm, without --omit=optional'
    process.stderr.write(
      `sesame: needs Node ${NEEDED}; this one is ${process.version}, and npm has brought no other: ${cure}\n`,
    )
    process.exitCode = 1
  } else {
    run(node, args)
  }
}

function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  // npm may put packages beside this one instead of into it.
  const { resolve } = createRequire(import.meta.url)
  for (const packageName of [`node-${platform}`, `node-bin-${platform}`]) {
    try {
      const path = join(dirname(resolve(`${packageName}/package.json`)), 'bin', name)
      if (existsSync(path)) return path
    } catch {
      // This one is not installed.
    }
  }
  return null
}

/**
 * In place of this process where the system can, so that signals and the process id are those of Sesame itself. Not under npm:
 * it passes no signal on, and somebody has to see that it has ended.
 */
function run(path, args) {
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined
  if (!isUnderNpm && typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(path, [path, ...args], process.env)
  }
  // The channel closes when this process is killed, and Sesame then ends at once.
  const child = spawn(path, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, SESAME_WRAPPED: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A Ctrl-C reaches the child directly: both belong to the terminal's group.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  if (isUnderNpm) stopWithNpm(child)
  child.on('error', (error) => {
    process.stderr.write(`sesame: cannot run ${path}: ${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exitCode = code === null ? 1 : code
    else process.kill(process.pid, signal)
  })
}

/** Sesame stops once the npm that runs it has ended. */
function stopWithNpm(child) {
  const before = startedBy()
  const timer = setInterval(() => {
    if (startedBy() === before) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** The processes between us and npm: npm alone, or a shell before it, which does not end with npm. */
function startedBy() {
  const parent = process.ppid
  try {
    if (!/^\w*sh$/m.test(readFileSync(`/proc/${parent}/comm`, 'utf8'))) return `${parent}`
    const [, ofShell] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${parent}/status`, 'utf8'))
    return `${parent} ${ofShell}`
  } catch {
    // No such files: not Linux, or it has just ended.
    return `${parent}`
  }
}
