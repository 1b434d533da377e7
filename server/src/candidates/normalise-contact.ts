import type { CountryCode } from 'libphonenumber-js/max'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { readPhone } from '../contact-formats/read-phone.ts'
import { readProfileUrl } from '../contact-formats/read-profile-url.ts'

/** Contact data as typed. Undefined leaves a field unchanged; null clears it. */
export interface TypedContact {
  email?: string | null | undefined
  phone?: string | null | undefined
  profileUrl?: string | null | undefined
}

/** Contact data in the canonical form for matching: lower case, E.164, and https URLs without query or fragment. */
export interface Contact {
  email?: string | null
  phone?: string | null
  phoneExtension?: string | null
  profileUrl?: string | null
}

function normalisePhone(
  typed: string,
  country: string,
): { phone: string | null; phoneExtension: string | null } {
  const { value, problem } = readPhone(typed, country as CountryCode)
  // An import's cell may hold several numbers, but a form field must hold one.
  if (problem?.code === 'several_values') throw invalid('phone', t`Enter one phone number`)
  if (problem?.code === 'ambiguous_phone' || (!value && problem?.code === 'invalid_phone'))
    throw invalid('phone', t`${problem.message}. Add the country code, such as +1.`)
  if (!value && problem) throw invalid('phone', problem.message)
  return { phone: value?.e164 ?? null, phoneExtension: value?.extension ?? null }
}

function normaliseProfileUrl(typed: string): string | null {
  const { value, problem } = readProfileUrl(typed)
  if (!value && problem) throw invalid('profileUrl', problem.message)
  return value
}

/**
 * Returns contact data in the form they are stored in. Phone numbers without a country code are read as the country's
 * and refused if invalid there. Idempotent.
 * @throws VALIDATION on `phone` or `profileUrl` when it cannot be read
 */
export function normaliseContact({ email, phone, profileUrl }: TypedContact, country: string): Contact {
  const contact: Contact = {}
  if (email !== undefined) contact.email = email?.trim().toLowerCase() || null
  if (phone !== undefined)
    Object.assign(contact, phone ? normalisePhone(phone, country) : { phone: null, phoneExtension: null })
  if (profileUrl !== undefined) contact.profileUrl = profileUrl ? normaliseProfileUrl(profileUrl) : null
  return contact
}
