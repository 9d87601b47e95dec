/** The geographic check: one request, and anything but a clear answer is a failure. */
import type { GeoblockAnswer, VenueGeoblock } from '#ports/venue-geoblock.ts'
import { ENDPOINTS } from './endpoints.ts'
import { readJson } from './faults.ts'
import type { Http } from './http.ts'

/** The body of the check; only a boolean `blocked` counts. */
export function geoblockFromWire(json: unknown): GeoblockAnswer {
  if (typeof json === 'object' && json !== null && 'blocked' in json && typeof json.blocked === 'boolean') {
    return { kind: 'answered', blocked: json.blocked }
  }
  return { kind: 'failed', error: 'the answer does not say whether this place is blocked' }
}

/** The check at the profile's address. */
export function createGeoblock(http: Http, url: URL): VenueGeoblock {
  return {
    async check() {
      const json = readJson(await http({ endpoint: ENDPOINTS.geoblock, suffix: url.pathname + url.search }))
      return json.ok
        ? geoblockFromWire(json.value)
        : { kind: 'failed', error: json.error.detail === '' ? json.error.kind : json.error.detail }
    },
  }
}
