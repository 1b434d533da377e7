import { plainName } from '@muster/contract/names.ts'
import { t } from '#texts'
import { type Letter, writeLetter } from './write-letter.ts'

/** The link to set a new password, to whoever asked for it. */
export function passwordLinkLetter(personName: string, link: string, minutes: number): Letter {
  const name = plainName(personName)
  return writeLetter(t`Set a new password`, [
    t`Hello ${name},`,
    t`with this link you set a new password for Muster. It works once, for ${minutes} minutes:`,
    { label: t`Set a new password`, address: link },
    t`If you did not ask for it, do nothing: your password stays as it is.`,
  ])
}
