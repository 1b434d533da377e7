import type { CountryCode } from 'libphonenumber-js/max'
import { t } from '#texts'
import { invalid } from '../http/app-error.ts'
import { readPhone } from '../imports/meaning/read-phone.ts'
import { readProfileUrl } from '../imports/meaning/read-profile-url.ts'

/** How to reach a person, as typed; what is left out stays left out, null empties. */
export interface TypedContact {
  email?: string | null | undefined
  phone?: string | null | undefined
  profileUrl?: string | null | undefined
}

/** The same in the one form by which people are matched: lower case, E.164, https without decoration. */
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
  // A cell of a file may hold several numbers; a person typing into a field is asked which.
  if (problem?.code === 'several_values') throw invalid('phone', t`Enter one phone number`)
  if (problem?.code === 'ambiguous_phone' || (!value && problem?.code === 'invalid_phone'))
    throw invalid('phone', t`${problem.message}. Try it with the country code, such as +1.`)
  if (!value && problem) throw invalid('phone', problem.message)
  return { phone: value?.e164 ?? null, phoneExtension: value?.extension ?? null }
}

function normaliseProfileUrl(typed: string): string | null {
  const { value, problem } = readProfileUrl(typed)
  if (!value && problem) throw invalid('profileUrl', problem.message)
  return value
}

/**
 * Contact data as they are kept. Phones without a country code are read as the country's, and refused where they are no
 * numbers there; reading what is already normalised changes nothing.
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
