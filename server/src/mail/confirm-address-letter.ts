import { plainName } from '@muster/contract/names.ts'
import { t } from '#texts'
import { type Letter, writeLetter } from './write-letter.ts'

interface Confirmation {
  name: string
  workspace: string
  link: string
  /** Days for somebody new, minutes for a change of address. */
  lifetime: { days: number } | { minutes: number }
  /** The address signs in to another workspace. */
  isTaken: boolean
}

/** The link by which the owner of an address confirms that they sign in with it. */
export function confirmAddressLetter({ link, lifetime, isTaken, ...names }: Confirmation): Letter {
  const [name, workspace] = [plainName(names.name), plainName(names.workspace)]
  const isNew = 'days' in lifetime
  return writeLetter(isNew ? t`Your account in ${workspace}` : t`Confirm your new address`, [
    t`Hello ${name},`,
    isNew
      ? t`You have an account in ${workspace} on Muster. Confirm your address to sign in.`
      : t`This address was given for signing in to ${workspace} on Muster. Until you confirm it, nothing changes.`,
    ...(isTaken
      ? [
          t`You sign in to another workspace with this address already, and an address signs in to one workspace only. To use it here, give your other account another address first.`,
        ]
      : []),
    isNew
      ? t`The link works once, for ${lifetime.days} days:`
      : t`The link works once, for ${lifetime.minutes} minutes:`,
    { label: t`Confirm address`, address: link },
    t`If you do not know what this is about, do nothing.`,
  ])
}
