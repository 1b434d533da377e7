import { plainName } from '@muster/contract/names.ts'
import { t } from '#texts'
import { type Email, writeEmail } from './write-email.ts'

interface Invitation {
  /** The invited person's name, if known. */
  name: string | null
  /** Null when the installation itself invites. */
  inviter: string | null
  workspace: string
  role: string
  link: string
  days: number
}

/** Sends the link that accepts an invitation to a workspace. */
export function invitationEmail({ role, link, days, ...names }: Invitation): Email {
  const name = names.name && plainName(names.name)
  const inviter = names.inviter && plainName(names.inviter)
  const workspace = plainName(names.workspace)
  return writeEmail(t`Join ${workspace} on Muster`, [
    name ? t`Hello ${name},` : t`Hello,`,
    inviter
      ? t`${inviter} invited you to join ${workspace} on Muster. Your role: ${role}.`
      : t`You have been invited to join ${workspace} on Muster. Your role: ${role}.`,
    t`Use this link to choose a password and get started. It works once and expires in ${days} days:`,
    { label: t`Join ${workspace}`, address: link },
    t`If you did not request this, ignore this email.`,
  ])
}
