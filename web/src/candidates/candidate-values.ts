import type { consents } from '@muster/contract/candidates.ts'
import type { Drafts } from '../custom-fields/custom-field.ts'

/** The values of the form of a new candidate. */
export interface CandidateValues {
  name: string
  email: string
  phone: string
  location: string
  currentTitle: string
  currentCompany: string
  profileUrl: string
  tags: string[]
  notes: string
  doNotCall: boolean
  consent: (typeof consents)[number]
  customFields: Drafts
}

export type CandidateField = Exclude<keyof CandidateValues, 'customFields'>

export const emptyCandidate: CandidateValues = {
  name: '',
  email: '',
  phone: '',
  location: '',
  currentTitle: '',
  currentCompany: '',
  profileUrl: '',
  tags: [],
  notes: '',
  doNotCall: false,
  consent: 'unknown',
  customFields: {},
}
