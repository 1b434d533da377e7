import type { StatusType } from '@muster/contract/status-types.ts'
import type { CustomValues } from '../custom/custom-values.ts'
import type { Consent } from '../meaning/read-answer.ts'

/** What an import can say about a person, by the names the API and the history use. */
export interface PersonFields extends CustomValues<'candidate'> {
  name: string
  email: string | null
  phone: string | null
  phoneExtension: string | null
  profileUrl: string | null
  externalId: string | null
  location: string | null
  currentCompany: string | null
  currentTitle: string | null
  notes: string | null
  doNotCall: boolean
  consent: Consent
}

/** The built-in ones. */
export type PersonField = Exclude<keyof PersonFields, `candidate.${string}`>

/** What an import can say about an application that exists. */
export interface ApplicationFields extends CustomValues<'field'> {
  ownerId: string | null
  source: string | null
  tags: string[]
  /** ISO 8601, UTC. */
  appliedAt: string
}

export interface Change<Fields> {
  field: keyof Fields & string
  before: unknown
  after: unknown
}

export interface PersonApplication {
  id: string
  positionId: string
  /** The row of this file that brought it; null for one that was there before. */
  row: number | null
  statusId: string
  statusType: StatusType
  closedAt: string | null
  version: number
  fields: ApplicationFields
}

/** A person as an import meets them: known before, or brought by an earlier row of the file. */
export interface Person {
  id: string
  /** The row of this file that brought them; null for somebody who was there before. */
  row: number | null
  version: number
  fields: PersonFields
  /** What they were known by before they were merged, as well; absent where they never were. */
  before?: readonly { kind: MatchKey | 'name'; value: string }[]
  /** Those on the positions of the rows at hand, the oldest first. */
  applications: PersonApplication[]
}

/** By what people are recognised, in this order. A name alone never is enough. */
export const matchKeys = ['externalId', 'email', 'phone', 'profileUrl'] as const

export type MatchKey = (typeof matchKeys)[number]

/** What a row was recognised by: also the ID that an export carries. */
export type MatchedBy = MatchKey | 'applicationId' | 'candidateId'
