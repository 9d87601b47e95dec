/** Where Sesame is installed: a checkout, an unpacked release, or the directory of a package. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The nearest directory above this file that holds a package.json: sources and bundle lie differently deep. */
export function projectRoot(): string {
  let directory = import.meta.dirname
  while (!existsSync(join(directory, 'package.json')) && dirname(directory) !== directory)
    directory = dirname(directory)
  return directory
}
