/** The `doctor`'s checks of this machine: the Node that runs, room on disk, who may read the files, core dumps. */
import { accessSync, constants, readFileSync, statfsSync, statSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { illFinding, wellFinding, type Finding } from '#core/finding.ts'
import { DATABASE_FILE } from '#store/database.ts'

const MIB = 1024 * 1024
const MIN_FREE_BYTES = 100 * MIB
const FREE_WARNING_BYTES = 1024 * MIB

/**
 * @param envFile  the file with the settings
 * @param directory  the data directory
 * @param secretFiles  files of secrets that the settings name
 */
export function examineHost(
  envFile: string,
  directory: string,
  secretFiles: readonly string[] = [],
): readonly Finding[] {
  return [
    ...examineModes(envFile, directory, secretFiles),
    ...examineRights(directory),
    examineSpace(directory),
    ...examineCoreDumps(),
  ]
}

/**
 * Whatever others may read is a failure: the directory holds sessions, the .env file secrets. A secret's own file may be readable for
 * all in a container; that it cannot be read is a problem of its setting.
 */
function examineModes(
  envFile: string,
  directory: string,
  secretFiles: readonly string[],
): readonly Finding[] {
  const files = [
    [envFile, '0600', 'fail'],
    [directory, '0700', 'fail'],
    [join(directory, DATABASE_FILE), '0600', 'fail'],
    ...secretFiles.map((path) => [path, '0600', 'warn'] as const),
  ] as const
  return files.flatMap(([path, mode, ill]) => {
    const stat = statOf(path)
    if (stat === undefined || (ill === 'warn' && !stat.isFile())) return []
    if (path === directory && !stat.isDirectory()) {
      return illFinding(path, 'fail', 'is no directory', 'name one in DATA_DIR')
    }
    return (stat.mode & 0o077) === 0
      ? wellFinding(path, 'for its owner only')
      : illFinding(path, ill, 'others may read it', `run chmod ${mode} on it`)
  })
}

/** Undefined where there is nothing, or where this user may not even look. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** True if this user may keep its data there, or make the directory. */
function examineRights(directory: string): readonly Finding[] {
  const stat = statOf(directory)
  if (stat !== undefined && !stat.isDirectory()) return []
  const nearest = nearestDirectory(directory)
  try {
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK)
    return []
  } catch {
    const owner = `${nearest} belongs to the user with the id ${statOf(nearest)?.uid ?? 'unknown'}`
    const found = nearest === directory ? `this user may not use it: ${owner}` : `cannot be made: ${owner}`
    const cure = `run doctor and Sesame as that user, or name another directory in DATA_DIR`
    return [illFinding('DATA_DIR', 'fail', found, cure)]
  }
}

function examineSpace(directory: string): Finding {
  const check = 'disk space'
  const { bavail, bsize } = statfsSync(nearestDirectory(directory))
  const free = bavail * bsize
  const found = `${Math.floor(free / MIB)} MiB free for ${directory}`
  const cure = 'free disk space: no order is placed before its row is on disk'
  if (free < MIN_FREE_BYTES) return illFinding(check, 'fail', found, cure)
  return free < FREE_WARNING_BYTES ? illFinding(check, 'warn', found, cure) : wellFinding(check, found)
}

/** The directory itself, or the first one above it that is there. */
function nearestDirectory(path: string): string {
  const isThere = statOf(path)?.isDirectory() === true
  return isThere || dirname(path) === path ? path : nearestDirectory(dirname(path))
}

/** A core file would hold the session key. */
function examineCoreDumps(): readonly Finding[] {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const soft = /^Max core file size\s+(\S+)/m.exec(limits)?.[1]
    if (soft === undefined || soft === '0') return []
    return [
      illFinding(
        'core dumps',
        'warn',
        'a crash may write the memory, keys included, to a file',
        'start with `ulimit -c 0`, or LimitCORE=0 in the systemd unit',
      ),
    ]
  } catch {
    return []
  }
}
