import { t } from '#texts'
import { type Letter, writeLetter } from './write-letter.ts'

/** Tells whoever pays what they owe or what becomes of their plan, and where to look after it. */
export function billingLetter(
  name: string | null,
  subject: string,
  news: readonly string[],
  address: string,
): Letter {
  return writeLetter(subject, [
    name ? t`Hello ${name},` : t`Hello,`,
    ...news,
    { label: t`Open plans and invoices`, address },
  ])
}
