/** The `doctor`'s check of the built page: whether this user may read it, as the user of a service must. */
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { illFinding, wellFinding, type Finding } from '#core/finding.ts'
import { pageDirectory } from '../assembly/page.ts'

/** @param root  where Sesame is installed */
export function examinePage(root: string): Finding {
  const check = 'page'
  const dist = join(root, 'dist')
  if (existsSync(dist)) {
    const isReadable =
      allows(dist, constants.R_OK | constants.X_OK) &&
      allows(join(pageDirectory(root), 'index.html'), constants.R_OK)
    return isReadable
      ? wellFinding(check, 'built')
      : illFinding(
          check,
          'fail',
          `cannot be read by this user: ${dist}`,
          `run chmod -R a+rX on it as its owner, or npm run build`,
        )
  }
  return allows(root, constants.W_OK)
    ? wellFinding(check, 'is built at the first start')
    : illFinding(
        check,
        'fail',
        'is not built, and this user cannot build it',
        `run npm run build in ${root} as its owner`,
      )
}

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}
