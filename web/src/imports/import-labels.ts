import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ImportCase, ImportCaseChoice } from '@muster/contract/import-cases.ts'
import type { ImportField, ImportPolicy } from '@muster/contract/import-fields.ts'
import type { Analysis } from './import-settings.ts'

/** What a column of a file can mean. */
export const importFieldLabels: Record<ImportField, MessageDescriptor> = {
  applicationId: msg`Application ID`,
  candidateId: msg`Candidate ID`,
  externalId: msg`External ID`,
  fullName: msg`Full name`,
  firstName: msg`First name`,
  middleName: msg`Middle name`,
  lastName: msg`Last name`,
  secondLastName: msg`Second last name`,
  nameSuffix: msg`Name suffix (Jr, Sr, III)`,
  email: msg`Email`,
  phone: msg`Phone`,
  profileUrl: msg`Profile URL`,
  location: msg`Location or full address`,
  street: msg`Street`,
  city: msg`City`,
  region: msg`State or region`,
  postalCode: msg`Postal code`,
  country: msg`Country`,
  currentCompany: msg`Current employer`,
  currentTitle: msg`Current title`,
  position: msg`Position`,
  clientCompany: msg`Client company`,
  status: msg`Status`,
  source: msg`Source`,
  owner: msg`Owner`,
  appliedAt: msg({ message: 'Applied on', context: 'date' }),
  statusAt: msg`In status since`,
  hiredAt: msg`Hired on`,
  closedAt: msg`Closed or rejected on`,
  notes: msg`Notes`,
  tags: msg`Tags`,
  doNotCall: msg`Do not call`,
  consent: msg`Consent`,
}

export const importPolicyLabels: Record<ImportPolicy, MessageDescriptor> = {
  skip: msg`Keep unchanged`,
  fill_blanks: msg`Fill in empty fields`,
  overwrite: msg`Overwrite with values from the file`,
  create_anyway: msg`Create a second candidate`,
}

/** What a policy makes of somebody known as Ann Lee from Oslo, without a phone, whom the file has in Bergen with one. */
export const importPolicyExamples: Record<ImportPolicy, MessageDescriptor> = {
  skip: msg`Ann Lee stays in Oslo without a phone number`,
  fill_blanks: msg`Ann Lee stays in Oslo and gets the phone number from the file`,
  overwrite: msg`Ann Lee moves to Bergen and gets the phone number from the file`,
  create_anyway: msg`Ann Lee in Oslo and a second Ann Lee in Bergen`,
}

/** Why a row is taken for no data. */
export const leftOutLabels: Record<Analysis['leftOutRows'][number]['why'], MessageDescriptor> = {
  below_table: msg`Note or total`,
  header_again: msg`Repeated header`,
  ruling: msg`Separator line`,
}

/** What would become of a row. */
export const importResultLabels = {
  create: msg`Created`,
  update: msg`Updated`,
  skip: msg`Skipped`,
  conflict: msg`Conflict`,
  invalid: msg`Invalid`,
}

/** What is decided about people, as a question about its rows. */
export const importCaseLabels: Record<ImportCase, MessageDescriptor> = {
  external_id_of_another: msg`Same external ID, different name`,
  email_of_another: msg`Same email, different name`,
  phone_of_another: msg`Same phone, different name`,
  profile_url_of_another: msg`Same profile URL, different name`,
  several_people: msg`Contact details of two candidates`,
  duplicate_in_file: msg`Duplicate in this file`,
  already_open: msg`Already on the position`,
  already_closed: msg`Previously on the position`,
}

/** What may be done with the rows of a case; the same choice has other words where it means something else. */
export function caseChoiceLabels(kind: ImportCase, choice: ImportCaseChoice): MessageDescriptor {
  if (choice === 'same_person') {
    if (kind === 'several_people') return msg`Use the first match and leave the other unchanged`
    if (kind === 'already_open' || kind === 'already_closed')
      return msg`Use the setting for existing candidates`
    return msg`Same candidate: use the setting for existing candidates`
  }
  if (choice === 'new_person') {
    if (kind === 'external_id_of_another') return msg`Create a new candidate without the external ID`
    if (kind === 'profile_url_of_another') return msg`Create a new candidate without the profile URL`
    if (kind === 'duplicate_in_file') return msg`Create a second candidate`
    return msg`Create a new candidate`
  }
  if (choice === 'apply_again') return msg`Create a new application`
  return kind.endsWith('_another') || kind === 'several_people'
    ? msg`Do not import (listed in the rejected rows)`
    : msg`Do not import`
}
