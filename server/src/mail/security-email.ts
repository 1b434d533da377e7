import { plainName } from '@muster/contract/names.ts'
import { t } from '#texts'
import { type Email, writeEmail } from './write-email.ts'

/** Tells a user what changed in how they sign in, and where to check their sessions if it was not them. */
export function securityEmail(personName: string, change: string, address: string): Email {
  const name = plainName(personName)
  return writeEmail(t`Security alert for your Muster account`, [
    t`Hello ${name},`,
    change,
    t`If this was not you, set a new password now. This ends all other sessions.`,
    { label: t`Review your sessions`, address },
  ])
}
