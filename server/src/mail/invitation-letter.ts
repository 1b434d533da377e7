import { plainName } from '@muster/contract/names.ts'
import { t } from '#texts'
import { type Letter, writeLetter } from './write-letter.ts'

interface Invitation {
  /** Of the person invited, where it is known. */
  name: string | null
  /** Who invites; null when it is the installation itself. */
  inviter: string | null
  workspace: string
  role: string
  link: string
  days: number
}

/** The link by which somebody joins a workspace. */
export function invitationLetter({ role, link, days, ...names }: Invitation): Letter {
  const name = names.name && plainName(names.name)
  const inviter = names.inviter && plainName(names.inviter)
  const workspace = plainName(names.workspace)
  return writeLetter(t`Join ${workspace} on Muster`, [
    name ? t`Hello ${name},` : t`Hello,`,
    inviter
      ? t`${inviter} invites you to work in ${workspace} on Muster. Your role: ${role}.`
      : t`You are invited to work in ${workspace} on Muster. Your role: ${role}.`,
    t`With this link you choose a password and begin. It works once, for ${days} days:`,
    { label: t`Join ${workspace}`, address: link },
    t`If you do not know what this is about, do nothing.`,
  ])
}
