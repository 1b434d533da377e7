import type { KeptCode } from '@muster/contract/import-undo.ts'
import type { ApplicationFields, PersonFields } from '../rows/person.ts'

/** A row's change: the version after it, and the values before it. */
export interface Replaced<Fields> {
  version: number
  fields: Partial<Fields>
}

/** An imported row, as recorded. */
export interface CarriedOutRow {
  number: number
  /** The row created the person. */
  personIsNew: boolean
  /** Null for a row without an application. */
  applicationId: string | null
  /** The row created the application. */
  applicationIsNew: boolean
  personBefore: Replaced<PersonFields> | null
  applicationBefore: Replaced<ApplicationFields> | null
  /** Null for rows of older versions, which did not store it. */
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

/** A person whom an import created or changed, with all its rows about them, which are undone together. */
export interface UndoUnit {
  candidateId: string
  rows: CarriedOutRow[]
  /** The current state; null if the person was erased. */
  person: StoredPerson | null
  /** The current state of the rows' applications; erased ones are missing. */
  applications: ReadonlyMap<string, StoredApplication>
  /** Later changes by others to the rows' applications. */
  work: ReadonlyMap<string, KeptCode>
  /** The person has an application from elsewhere. */
  hasOtherApplication: boolean
  /** The person has calls without an application. */
  wasCalled: boolean
  /** Whether the current version has the values that the import left. */
  isAsLeft: (subjectId: string, now: number, left: number) => boolean
}
