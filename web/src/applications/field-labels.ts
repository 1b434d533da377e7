import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The labels of the fields of applications and candidates, as forms and the history show them. */
export const fieldLabels = {
  ownerId: msg`Owner`,
  source: msg`Source`,
  tags: msg`Tags`,
  appliedAt: msg`Applied`,
  callbackAt: msg`Callback`,
  externalId: msg`External ID`,
  resumeFileId: msg`Résumé`,
  name: msg`Name`,
  email: msg`Email`,
  phone: msg`Phone`,
  phoneExtension: msg`Extension`,
  profileUrl: msg`Profile`,
  location: msg`Location`,
  currentCompany: msg`Employer`,
  currentTitle: msg`Title`,
  notes: msg`Notes`,
  consent: msg`Consent`,
  doNotCall: msg`Do not call`,
} satisfies Record<string, MessageDescriptor>

export const consentLabels = {
  unknown: msg`Not asked`,
  given: msg`Given`,
  withdrawn: msg({ message: 'Withdrawn', context: 'consent' }),
} satisfies Record<string, MessageDescriptor>
