import { plainName } from '@muster/contract/names.ts'
import { t } from '#texts'
import { type Email, writeEmail } from './write-email.ts'

interface Confirmation {
  name: string
  workspace: string
  link: string
  /** Days for a new user, minutes for a changed address. */
  lifetime: { days: number } | { minutes: number }
  /** The address signs in to another workspace. */
  isTaken: boolean
}

/** Sends the link that confirms a user's email address. */
export function confirmAddressEmail({ link, lifetime, isTaken, ...names }: Confirmation): Email {
  const [name, workspace] = [plainName(names.name), plainName(names.workspace)]
  const isNew = 'days' in lifetime
  return writeEmail(isNew ? t`Your account in ${workspace}` : t`Confirm your new email`, [
    t`Hello ${name},`,
    isNew
      ? t`You have an account in ${workspace} on Muster. Confirm your email to sign in.`
      : t`This email was entered as the new sign-in address for ${workspace} on Muster. Nothing changes until you confirm it.`,
    ...(isTaken
      ? [
          t`You already use this email to sign in to another workspace. An email can belong to one workspace only. To use it here, change the email of your other account first.`,
        ]
      : []),
    isNew
      ? t`The link works once and expires in ${lifetime.days} days:`
      : t`The link works once and expires in ${lifetime.minutes} minutes:`,
    { label: t`Confirm email`, address: link },
    t`If you did not request this, ignore this email.`,
  ])
}
