import type { DispositionKind } from '@muster/contract/dispositions.ts'
import type { ImportTarget } from '@muster/contract/import-fields.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import type { CustomReading } from '../custom/custom-values.ts'
import type { MissingValue } from '../custom/find-missing.ts'
import type { RowLength } from '../files/table.ts'
import type { Remark } from '../meaning/find-remarks.ts'
import type { LostCell } from '../meaning/lost-cell.ts'
import type { NormalisedCandidate } from '../meaning/normalise-candidate.ts'
import type { History } from './read-history.ts'
import type { StoredField } from './stored-field.ts'

/** Something about a row that a person should see; `column` is a header, or null for the row as a whole. */
export interface Problem {
  column: string | null
  code: string
  message: string
  severity: 'error' | 'warning'
}

/** Why a row is not taken, or not changed. */
export interface Reason {
  code: string
  message: string
}

export interface StatusRef {
  id: string
  name: string
  type: StatusType
  slaDays: number | null
}

export interface PositionRef {
  id: string
  name: string
  state: 'open' | 'on_hold' | 'closed'
  /** In the order of the board. */
  statuses: StatusRef[]
}

/** Where a row's application goes. */
export interface Destination {
  position: PositionRef
  status: StatusRef
  /** For a status that ends an application: how it ended, and the status it is taken to have been in. */
  ending: { disposition: DispositionKind; from: StatusRef } | null
}

/** What the ID of an exported row means. */
export interface KnownRow {
  key: 'applicationId' | 'candidateId'
  candidateId: string
  /** Null where the row is of a person, or names another position. */
  application: { id: string; positionId: string } | null
}

/** A row of an earlier import that lost values. */
export interface CorrectedImportRow {
  candidateId: string
  row: number
  /** By stored field: what the earlier import stored in place of what was lost. */
  lost: ReadonlyMap<StoredField, unknown>
  /** The fields of the cells that lost something. */
  fields: ReadonlySet<ImportTarget>
}

/** A row with everything it names found in the workspace. */
export interface ResolvedRow {
  number: number
  cells: string[]
  /** What the file says in the cells that a person corrected. */
  corrected?: ReadonlyMap<number, string>
  candidate: NormalisedCandidate
  notes: string | null
  /** As shown to people: the position found, or else what the file says. */
  positionName: string | null
  destination: Destination | null
  /** Why it can have no new application; null where there is a destination, and for people alone. */
  noDestination: Reason | null
  /** The positions it may mean, closed ones included: its person may have an application there already. */
  positionIds: string[]
  /** The file is of people without applications. */
  isAlone: boolean
  known: KnownRow | null
  /** Set when what the row is about was deleted: it is left as it is. */
  gone: Reason | null
  ownerId: string | null
  source: string | null
  tags: string[]
  /** ISO 8601, UTC. */
  appliedAt: string | null
  history: History
  /** Values of custom fields. */
  custom: CustomReading[]
  /** Required custom fields without a value. */
  missing: MissingValue[]
  /** What the row itself says, without what the settings give to rows that say nothing. */
  said: { ownerId: string | null; source: string | null }
  problems: Problem[]
  /** Cells whose values are not taken, or only in part. */
  lost: LostCell[]
  /** Cells that say more than their value. */
  remarks: Remark[]
  /** Set where the row has more or fewer cells than its header. */
  ragged: RowLength | null
  /** The row of an earlier import that this one corrects, in a file made from the report of lost values. */
  corrects: CorrectedImportRow | null
  /** Set when the row cannot be taken whatever the policy. */
  refusal: Reason | null
}
