import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ImportCase, ImportCaseChoice } from '@muster/contract/import-cases.ts'
import type { ImportField, ImportPolicy } from '@muster/contract/import-fields.ts'
import type { Analysis } from './import-settings.ts'

/** What a column of a file can mean. */
export const importFieldWords: Record<ImportField, MessageDescriptor> = {
  applicationId: msg`Application ID`,
  candidateId: msg`Candidate ID`,
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
  statusAt: msg`In status since`,
  hiredAt: msg`Hired on`,
  closedAt: msg`Closed or rejected on`,
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

/** What a policy makes of somebody known as Ann Lee from Oslo, without a phone, whom the file has in Bergen with one. */
export const importPolicyExamples: Record<ImportPolicy, MessageDescriptor> = {
  skip: msg`Ann Lee stays in Oslo, without a phone`,
  fill_blanks: msg`Ann Lee stays in Oslo and gets the file’s phone`,
  overwrite: msg`Ann Lee moves to Bergen and gets the file’s phone`,
  create_anyway: msg`Ann Lee in Oslo, and another Ann Lee in Bergen`,
}

/** Why a row is taken for no data. */
export const leftOutWords: Record<Analysis['leftOutRows'][number]['why'], MessageDescriptor> = {
  below_table: msg`A note or a total`,
  header_again: msg`The header once more`,
  ruling: msg`A drawn line`,
}

/** What would become of a row. */
export const importResultWords = {
  create: msg`Created`,
  update: msg`Updated`,
  skip: msg`Skipped`,
  conflict: msg`Conflict`,
  invalid: msg`Invalid`,
}

/** What is decided about people, as a question about its rows. */
export const importCaseWords: Record<ImportCase, MessageDescriptor> = {
  external_id_of_another: msg`Same external id, another name`,
  email_of_another: msg`Same e-mail, another name`,
  phone_of_another: msg`Same phone, another name`,
  profile_url_of_another: msg`Same profile URL, another name`,
  several_people: msg`Contact data of two different people`,
  duplicate_in_file: msg`Twice in this file`,
  already_open: msg`On the position already`,
  already_closed: msg`Was on the position before`,
}

/** What may be done with the rows of a case; the same choice has other words where it means something else. */
export function caseChoiceWords(kind: ImportCase, choice: ImportCaseChoice): MessageDescriptor {
  if (choice === 'same_person') {
    if (kind === 'several_people') return msg`The first one recognised; the rest stays theirs`
    if (kind === 'duplicate_in_file') return msg`Add to the row before, by the policy`
    if (kind === 'already_open' || kind === 'already_closed') return msg`As the policy says`
    return msg`The same person: update by the policy`
  }
  if (choice === 'new_person') {
    if (kind === 'external_id_of_another') return msg`A new person, without the external id`
    if (kind === 'profile_url_of_another') return msg`A new person, without the profile URL`
    if (kind === 'duplicate_in_file') return msg`A second person`
    return msg`A new person`
  }
  if (choice === 'apply_again') return msg`A new application`
  return kind.endsWith('_another') || kind === 'several_people'
    ? msg`Leave out: they are in the report`
    : msg`Leave out`
}
