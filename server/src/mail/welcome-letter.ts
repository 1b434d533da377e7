import { plainName } from '@muster/contract/names.ts'
import { t } from '#texts'
import { type Letter, writeLetter } from './write-letter.ts'

/** To a colleague somebody added without a password: the link to choose one. */
export function welcomeLetter(
  personName: string,
  workspaceName: string,
  link: string,
  minutes: number,
): Letter {
  const [name, workspace] = [plainName(personName), plainName(workspaceName)]
  return writeLetter(t`Your account in ${workspace}`, [
    t`Hello ${name},`,
    t`you have an account in ${workspace} on Muster. With this link you choose a password and begin. It works once, for ${minutes} minutes:`,
    { label: t`Choose a password`, address: link },
    t`When it has run out, ask for another where one signs in, by “Forgot your password?”.`,
  ])
}
