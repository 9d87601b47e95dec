// The Node that the project brings along, whatever the machine's own is, and how to run on it. Plain JavaScript, since an
// old Node must be able to read it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED = 26

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs these arguments on that Node, or says how to get it. */
export function runOnNode(args) {
  // Modules once compiled start faster; where the cache cannot be written nothing is lost.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node')
  const node = findNode()
  if (node === null) {
    process.stderr.write(`sesame: needs Node ${NEEDED} or newer; run npm ci in ${root} to get it\n`)
    process.exitCode = 1
  } else {
    run(node, args)
  }
}

function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  for (const packageName of [`node-${platform}`, `node-bin-${platform}`]) {
    const path = join(root, 'node_modules', packageName, 'bin', name)
    if (existsSync(path)) return path
  }
  return null
}

/** In place of this process where the system can, so that signals and the process id are those of Sesame itself. */
function run(path, args) {
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(path, [path, ...args], process.env)
  }
  // The channel closes when this process is killed, and Sesame then ends at once.
  const child = spawn(path, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, SESAME_WRAPPED: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A Ctrl-C reaches the child by itself: both belong to the terminal's group.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', (error) => {
    process.stderr.write(`sesame: cannot run ${path}: ${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exitCode = code ?? 1
    else process.kill(process.pid, signal)
  })
}
