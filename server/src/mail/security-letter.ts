import { plainName } from '@muster/contract/names.ts'
import { t } from '#texts'
import { type Letter, writeLetter } from './write-letter.ts'

/** Tells a person what happened to how they sign in, and where to look when it was not they. */
export function securityLetter(personName: string, news: string, address: string): Letter {
  const name = plainName(personName)
  return writeLetter(t`About your sign-in to Muster`, [
    t`Hello ${name},`,
    news,
    t`If this was not you, set a new password at once: it signs everybody else out.`,
    { label: t`Look at your sessions`, address },
  ])
}
