import { plainName } from '@muster/contract/names.ts'
import { t } from '#texts'
import { type Email, writeEmail } from './write-email.ts'

/** Sends the link that sets a new password. */
export function passwordLinkEmail(personName: string, link: string, minutes: number): Email {
  const name = plainName(personName)
  return writeEmail(t`Set a new password`, [
    t`Hello ${name},`,
    t`Use this link to set a new password for Muster. It works once and expires in ${minutes} minutes:`,
    { label: t`Set a new password`, address: link },
    t`If you did not request this, ignore this email. Your password stays the same.`,
  ])
}
