/** Every place of this folder, in the order of the standard. */
import { BROWSER } from './browser.ts'
import { DATA } from './data.ts'
import { ENCODING } from './encoding.ts'
import { HTTP } from './http.ts'
import { KEYS } from './keys.ts'
import { LOG } from './log.ts'
import { LOGIN } from './login.ts'
import { SETTING } from './setting.ts'
import type { Mutation } from './mutation.ts'

export const MUTATIONS: readonly Mutation[] = [
  ...ENCODING,
  ...BROWSER,
  ...HTTP,
  ...LOGIN,
  ...KEYS,
  ...SETTING,
  ...DATA,
  ...LOG,
]
