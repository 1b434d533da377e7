import { plainName } from '@muster/contract/names.ts'
import { t } from '#texts'
import { type Letter, writeLetter } from './write-letter.ts'

/** Tells whoever pays what they owe or what becomes of their plan, and where to look after it. */
export function billingLetter(
  personName: string | null,
  subject: string,
  news: readonly string[],
  address: string,
): Letter {
  const name = personName && plainName(personName)
  return writeLetter(subject, [
    name ? t`Hello ${name},` : t`Hello,`,
    ...news,
    { label: t`Open plans and invoices`, address },
  ])
}
