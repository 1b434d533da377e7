import { plainName } from '@muster/contract/names.ts'
import { t } from '#texts'
import { type Email, writeEmail } from './write-email.ts'

/** Tells the payer what they owe or what changes in their plan, with a link to plans and invoices. */
export function billingEmail(
  personName: string | null,
  subject: string,
  paragraphs: readonly string[],
  address: string,
): Email {
  const name = personName && plainName(personName)
  return writeEmail(subject, [
    name ? t`Hello ${name},` : t`Hello,`,
    ...paragraphs,
    { label: t`View plans and invoices`, address },
  ])
}
