import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ImportField, ImportPolicy } from '@muster/contract/imports.ts'

/** What a column of a file can mean. */
export const importFieldWords: Record<ImportField, MessageDescriptor> = {
  externalId: msg`External id`,
  fullName: msg`Full name`,
  firstName: msg`First name`,
  lastName: msg`Last name`,
  email: msg`E-mail`,
  phone: msg`Phone`,
  profileUrl: msg`Profile URL`,
  location: msg`Location or full address`,
  street: msg`Street`,
  city: msg`City`,
  region: msg`State or region`,
  postalCode: msg`Postal code`,
  country: msg`Country`,
  currentCompany: msg`Current company`,
  currentTitle: msg`Current title`,
  position: msg`Position`,
  status: msg`Status`,
  source: msg`Source`,
  owner: msg`Owner`,
  appliedAt: msg({ message: 'Applied', context: 'date' }),
  notes: msg`Notes`,
  tags: msg`Tags`,
  doNotCall: msg`Do not call`,
  consent: msg`Consent`,
}

export const importPolicyWords: Record<ImportPolicy, MessageDescriptor> = {
  skip: msg`Leave existing people and applications as they are`,
  fill_blanks: msg`Fill in only what is empty`,
  overwrite: msg`Replace with what the file says`,
  create_anyway: msg`Add a second person`,
}
