import { plainName } from '@muster/contract/names.ts'
import { t } from '#texts'
import { type Email, writeEmail } from './write-email.ts'

interface Notice {
  name: string
  /** What happened, in a sentence that names no candidate: the page behind the link checks who may read it. */
  headline: string
  /** Path of the page, below `publicUrl`. */
  path: string
  publicUrl: string
}

/** Notifies a user by email, with a link to the page. */
export function notificationEmail({ name: personName, headline, path, publicUrl }: Notice): Email {
  const name = plainName(personName)
  const settings = `${publicUrl}/settings/notifications`
  return writeEmail(headline, [
    t`Hello ${name},`,
    headline,
    { label: t`View in Muster`, address: publicUrl + path },
    t`You receive this email because of your notification settings. Change them here: ${settings}`,
  ])
}
