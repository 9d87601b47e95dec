/** Host tools of judging the configuration: files, and the curve for the address of a key. */
import type { Random } from '#ports/random.ts'
import { createCurve } from '#venue/signing/curve.ts'
import type { ConfigurationTools } from './config.ts'
import { readRegularFile } from './regular-file.ts'

/** Compiles the curve once. `interactive`: a person reads the log. */
export async function configurationTools(interactive: boolean, random: Random): Promise<ConfigurationTools> {
  const curve = await createCurve(random.bytes(32))
  return {
    readFile: readRegularFile,
    keyAddress: (key) => (curve.isKey(key) ? curve.address(key) : null),
    interactive,
  }
}
