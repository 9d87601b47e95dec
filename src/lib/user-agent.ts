/** This program's version, and the name under which it asks other services, over HTTP and at WebSocket upgrades alike. */
import manifest from '../../package.json' with { type: 'json' }

export const VERSION = manifest.version

/** A header's name and value. Services that check who asks refuse a request without one. */
export const USER_AGENT = ['user-agent', `sesame/${VERSION}`] as const
