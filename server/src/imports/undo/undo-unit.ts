import type { KeptCode } from '@muster/contract/import-undo.ts'
import type { ApplicationFields, PersonFields } from '../rows/person.ts'

/** What a row changed: the version it left, and what stood in the fields before. */
export interface Replaced<Fields> {
  version: number
  fields: Partial<Fields>
}

/** A row that was carried out, as it was recorded. */
export interface CarriedOutRow {
  number: number
  /** It brought the person. */
  personIsNew: boolean
  /** Null where it was of a person alone. */
  applicationId: string | null
  /** It brought the application. */
  applicationIsNew: boolean
  personBefore: Replaced<PersonFields> | null
  applicationBefore: Replaced<ApplicationFields> | null
  /** Null for rows from before this was kept. */
  writtenAt: string | null
}

export interface StoredPerson {
  id: string
  version: number
  isDeleted: boolean
  fields: PersonFields
}

export interface StoredApplication {
  id: string
  candidateId: string
  positionId: string
  version: number
  isDeleted: boolean
  fields: ApplicationFields
}

/** A person whom an import brought or changed, with all its rows about them: taken back together. */
export interface UndoUnit {
  candidateId: string
  rows: CarriedOutRow[]
  /** As they are now; null when they were erased. */
  person: StoredPerson | null
  /** Those of the rows, as they are now; erased ones are missing. */
  applications: ReadonlyMap<string, StoredApplication>
  /** What others did since on applications of the rows. */
  work: ReadonlyMap<string, KeptCode>
  /** They have an application that is not of this import. */
  hasOtherApplication: boolean
  /** They were called, apart from any application. */
  wasCalled: boolean
  /** Whether the version now is, or says the same as, the version that the import left. */
  isAsLeft: (subjectId: string, now: number, left: number) => boolean
}
