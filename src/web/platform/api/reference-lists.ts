/** The lists that the filters choose from, whole: the terminal gives them page by page. */
import type { Result } from '#lib/result.ts'
import type { ApiFault, Client } from './client.ts'
import { readAll } from './read-all.ts'
import type { League, Tag } from './wire.ts'

/** Every league of the catalog. */
export function readLeagues(
  client: Pick<Client, 'call'>,
  signal: AbortSignal,
): Promise<Result<readonly League[], ApiFault>> {
  return readAll((query) => client.call('listLeagues', { query }, { signal }))
}

/** Every tag of the catalog. */
export function readTags(
  client: Pick<Client, 'call'>,
  signal: AbortSignal,
): Promise<Result<readonly Tag[], ApiFault>> {
  return readAll((query) => client.call('listTags', { query }, { signal }))
}
