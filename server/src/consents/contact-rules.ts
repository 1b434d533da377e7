import type { contactChannels } from '@muster/contract/consents.ts'
import { type SqlBool, sql } from 'kysely'

type Channel = (typeof contactChannels)[number]

/** Returns a condition on `candidates`: consent was revoked for the channel. Do-not-call is a rule of its own. */
export function isRevokedFor(channel: Channel) {
  return sql<SqlBool>`(candidates.consent = 'withdrawn' or ${isRevokedAlone(channel)})`
}

/** Returns a condition on `candidates`: consent was revoked for just this channel. */
export function isRevokedAlone(channel: Channel) {
  return sql<SqlBool>`${channel} = any(candidates.revoked_channels)`
}

/** Returns a condition on `candidates`: consent to calls of a kind was given, by itself or with others. */
export function isGivenForCalls(channel: Extract<Channel, `${string}_call`>) {
  return sql<SqlBool>`(
    candidates.consent = 'given' or candidates.given_channels && array['calls', ${channel}]::text[]
  )`
}
