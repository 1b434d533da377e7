/** What a column of an imported file can mean. */
export const importFields = {
  externalId: 'External id',
  fullName: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  phone: 'Phone',
  profileUrl: 'Profile URL',
  location: 'Location or full address',
  street: 'Street',
  city: 'City',
  region: 'State or region',
  postalCode: 'Postal code',
  country: 'Country',
  currentCompany: 'Current company',
  currentTitle: 'Current title',
  position: 'Position',
  status: 'Status',
  source: 'Source',
  owner: 'Owner',
  appliedAt: 'Applied',
  notes: 'Notes',
  tags: 'Tags',
  doNotCall: 'Do not call',
  consent: 'Consent',
} as const

export type ImportField = keyof typeof importFields

export const importFieldKeys = Object.keys(importFields) as [ImportField, ...ImportField[]]
