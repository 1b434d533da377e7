import { plainName } from '@muster/contract/names.ts'
import { t } from '#texts'
import { type Letter, writeLetter } from './write-letter.ts'

interface News {
  name: string
  /** What happened, in a sentence that names no candidate: who may read it is decided where it leads. */
  headline: string
  /** Below the address of the installation. */
  path: string
  publicUrl: string
}

/** Tells a person who chose to be mailed of such things what happened, and leads there. */
export function notificationLetter({ name: personName, headline, path, publicUrl }: News): Letter {
  const name = plainName(personName)
  const settings = `${publicUrl}/settings/notifications`
  return writeLetter(headline, [
    t`Hello ${name},`,
    headline,
    { label: t`Look at it in Muster`, address: publicUrl + path },
    t`You chose to be mailed of this. Choose anew in your settings: ${settings}`,
  ])
}
