import { type ImportField, type ImportTarget, isCustomTarget } from '@muster/contract/import-fields.ts'
import type { ApplicationFields, PersonFields } from './person.ts'

export type StoredField = keyof PersonFields | keyof ApplicationFields

const storedFields: Record<ImportField, StoredField | null> = {
  applicationId: null,
  candidateId: null,
  externalId: 'externalId',
  fullName: 'name',
  firstName: 'name',
  middleName: 'name',
  lastName: 'name',
  secondLastName: 'name',
  nameSuffix: 'name',
  email: 'email',
  phone: 'phone',
  profileUrl: 'profileUrl',
  location: 'location',
  street: 'location',
  city: 'location',
  region: 'location',
  postalCode: 'location',
  country: 'location',
  currentCompany: 'currentCompany',
  currentTitle: 'currentTitle',
  position: null,
  clientCompany: null,
  status: null,
  source: 'source',
  owner: 'ownerId',
  appliedAt: 'appliedAt',
  statusAt: null,
  hiredAt: null,
  closedAt: null,
  notes: 'notes',
  tags: 'tags',
  doNotCall: 'doNotCall',
  consent: 'consent',
}

/** Returns where the value of a column is stored; null where it decides about the application as a whole. */
export function storedField(target: ImportTarget): StoredField | null {
  return isCustomTarget(target) ? target : storedFields[target]
}
