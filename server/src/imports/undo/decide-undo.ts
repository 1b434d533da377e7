import type { KeptCode } from '@muster/contract/import-undo.ts'
import type { ApplicationFields, PersonFields } from '../rows/person.ts'
import type { CarriedOutRow, Replaced, StoredApplication, StoredPerson, UndoUnit } from './undo-unit.ts'

interface Restored<Subject, Fields> {
  subject: Subject
  /** The values to restore. */
  fields: Partial<Fields>
  /** The version that the import found, whose values are restored. */
  sameAs: number
}

/** What an undo does to a person and their rows, and which rows it keeps. */
export interface UndoDecision {
  removePerson: StoredPerson | null
  restorePerson: Restored<StoredPerson, PersonFields> | null
  removeApplications: StoredApplication[]
  restoreApplications: Restored<StoredApplication, ApplicationFields>[]
  /** Row → why it is kept, entirely or in part. */
  kept: Map<number, KeptCode>
}

/** Returns the version after the import's last change; null if it changed nothing. */
function versionLeft(replaced: readonly Replaced<unknown>[], isNew: boolean): number | null {
  if (replaced.length > 0) return Math.max(...replaced.map(({ version }) => version))
  return isNew ? 1 : null
}

/** Returns the values before the first row that changed them. */
function beforeAll<Fields>(replaced: readonly Replaced<Fields>[]): {
  fields: Partial<Fields>
  sameAs: number
} {
  const inOrder = replaced.toSorted((a, b) => a.version - b.version)
  const fields: Partial<Fields> = {}
  for (const one of inOrder.toReversed()) Object.assign(fields, one.fields)
  return { fields, sameAs: inOrder[0]!.version - 1 }
}

interface ApplicationPart {
  application: StoredApplication | null
  isNew: boolean
  replaced: Replaced<ApplicationFields>[]
  reason: KeptCode | null
}

function judgeApplication(
  unit: UndoUnit,
  applicationId: string,
  rows: readonly CarriedOutRow[],
  personWasEdited: boolean,
): ApplicationPart | null {
  const isNew = rows.some((row) => row.applicationIsNew)
  const replaced = rows.flatMap(({ applicationBefore }) => applicationBefore ?? [])
  const left = versionLeft(replaced, isNew)
  if (left === null) return null
  const application = unit.applications.get(applicationId) ?? null
  const found = (reason: KeptCode | null) => ({ application, isNew, replaced, reason })
  if (!application || application.isDeleted) return found(isNew ? null : 'deleted')
  if (application.candidateId !== unit.candidateId) return found('merged')
  const work = unit.work.get(applicationId)
  if (work) return found(work)
  if (!unit.isAsLeft(application.id, application.version, left)) return found('edited')
  return found(personWasEdited && isNew && rows.some((row) => row.personIsNew) ? 'person_edited' : null)
}

/**
 * Decides how to undo the rows of one person: records that the import created are deleted, changed fields are restored,
 * and anything that a user has changed since is kept. Pure, so that the preview and the undo agree.
 */
export function decideUndo(unit: UndoUnit): UndoDecision {
  const { person, rows } = unit
  const personIsNew = rows.some((row) => row.personIsNew)
  const replaced = rows.flatMap(({ personBefore }) => personBefore ?? [])
  const left = versionLeft(replaced, personIsNew)
  const isGone = !person || person.isDeleted
  const wasEdited = left !== null && !isGone && !unit.isAsLeft(person.id, person.version, left)

  const parts = new Map<string, ApplicationPart>()
  for (const [id, theirs] of Map.groupBy(rows, (row) => row.applicationId)) {
    if (id === null) continue
    const part = judgeApplication(unit, id, theirs, wasEdited)
    if (part) parts.set(id, part)
  }
  const keptPart = [...parts.values()].find(({ reason }) => reason !== null)

  function whyPersonStays(): KeptCode | null {
    if (left === null) return null
    if (isGone) return personIsNew ? null : 'deleted'
    if (wasEdited) return 'person_edited'
    if (!personIsNew) return keptPart?.reason ?? null
    if (unit.wasCalled) return 'called'
    return unit.hasOtherApplication || keptPart ? 'other_application' : null
  }
  const personReason = whyPersonStays()

  const kept = new Map<number, KeptCode>()
  for (const row of rows) {
    const ofPerson = row.personIsNew || row.personBefore ? personReason : null
    const part = row.applicationId === null ? undefined : parts.get(row.applicationId)
    const reason = part?.reason ?? ofPerson
    if (reason) kept.set(row.number, reason)
  }
  const takenBack = [...parts.values()].flatMap((part) =>
    part.reason === null && part.application && !part.application.isDeleted
      ? [{ ...part, application: part.application }]
      : [],
  )
  const stays = left === null || isGone || personReason !== null
  return {
    removePerson: !stays && personIsNew ? person : null,
    restorePerson: !stays && !personIsNew ? { subject: person, ...beforeAll(replaced) } : null,
    removeApplications: takenBack.filter(({ isNew }) => isNew).map(({ application }) => application),
    restoreApplications: takenBack
      .filter(({ isNew }) => !isNew)
      .map(({ application, replaced: changes }) => ({ subject: application, ...beforeAll(changes) })),
    kept,
  }
}
