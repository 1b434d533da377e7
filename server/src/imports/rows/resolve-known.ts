import { t } from '#texts'
import { quote } from '../../contact-formats/reading.ts'
import type { ImportOrder } from '../open-import.ts'
import type { Known, KnownApplication } from './find-known.ts'
import type { ReadRow } from './read-rows.ts'
import type { KnownRow, Problem, Reason } from './resolved-row.ts'

export interface Meant {
  known: KnownRow | null
  /** The one the row is about. */
  application: KnownApplication | null
  gone: Reason | null
  /** When it was applied for, to the millisecond, where the file says the same to the minute. */
  appliedAt: string | null
  problems: Problem[]
}

const nothing: Meant = { known: null, application: null, gone: null, appliedAt: null, problems: [] }

const longestName = 200

function isSameName(cell: string, name: string): boolean {
  return cell.trim().slice(0, longestName).trimEnd() === name.trim().slice(0, longestName).trimEnd()
}

/** Whether the clocks of the workspace showed this time then; the hour that comes twice in a night is both. */
function isSameMinute({ toClock }: ImportOrder, text: string, instant: string): boolean {
  return (text.includes('T') ? text : `${text}T00:00`).slice(0, 16) === toClock(instant).slice(0, 16)
}

/**
 * What the ID of an exported row means. An export from another workspace has IDs that are not known here: its rows are
 * matched by contact data, as those of any file.
 */
export function resolveKnown(order: ImportOrder, { said }: ReadRow, { applications, people }: Known): Meant {
  const { applicationId, candidateId } = said
  const application = applicationId === null ? undefined : applications.get(applicationId)
  if (application?.isDeleted) {
    const message = t`The application was deleted. An import does not restore it.`
    return { ...nothing, gone: { code: 'deleted', message } }
  }
  if (application) {
    const { position, appliedAt } = said.application
    const isAbout = position === null || isSameName(position.name, application.positionName)
    const isSame = isAbout && appliedAt !== null && isSameMinute(order, appliedAt, application.appliedAt)
    return {
      ...nothing,
      known: {
        key: 'applicationId',
        candidateId: application.candidateId,
        application: isAbout ? application : null,
      },
      application: isAbout ? application : null,
      appliedAt: isSame ? application.appliedAt : null,
    }
  }
  const person = candidateId === null ? undefined : people.get(candidateId)
  if (person?.isDeleted) {
    const message = t`The candidate was deleted. An import does not restore them.`
    return { ...nothing, gone: { code: 'deleted', message } }
  }
  if (person) return { ...nothing, known: { key: 'candidateId', candidateId: person.id, application: null } }
  const unknown = applicationId ?? candidateId
  if (unknown === null) return nothing
  const message = t`The ID ${quote(unknown)} is unknown. The row is matched by contact details.`
  return { ...nothing, problems: [{ column: null, code: 'id_unknown', message, severity: 'warning' }] }
}
