/** Texts of the API tokens of the trader's programs. */
import type { Instant } from '#core/market/market.ts'
import type { NotificationDraft } from './notification-draft.ts'

type Token = { readonly name: string; readonly scope: 'read' | 'cancel' | 'trade' }

const CAN = { read: 'read', cancel: 'read and cancel', trade: 'read, cancel and trade' } as const

/** Created in a session, with the password. */
export function tokenCreatedDraft({ name, scope }: Token): NotificationDraft {
  return {
    kind: 'api_token',
    key: null,
    title: `API token created: ${name}`,
    text: `It can ${CAN[scope]}. Not you? Revoke it in Settings and change the password.`,
  }
}

/** Revoked in a session. */
export function tokenRevokedDraft({ name }: Token): NotificationDraft {
  return {
    kind: 'api_token',
    key: null,
    severity: 'info',
    title: `API token revoked: ${name}`,
    text: 'Its requests are refused from now on. The mode has not changed.',
  }
}

/** Published once an hour at most. */
export function tokensRefusedDraft(now: Instant): NotificationDraft {
  return {
    kind: 'api_token',
    key: `tokens_refused:${Math.floor(now / 3_600_000)}`,
    title: 'Wrong API tokens are refused',
    text: 'A program keeps sending one that is unknown, revoked or expired. The log holds its address.',
  }
}
