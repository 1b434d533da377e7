import type { missingField, missingFields } from '@muster/contract/field-values.ts'
import { type StatusType, statusTypeRank } from '@muster/contract/status-types.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { maySeeField } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import { formatList } from '../texts/format.ts'
import type { Field } from './field.ts'
import { loadAllFields } from './load-fields.ts'
import type { StoredValues } from './stored-values.ts'

export type MissingField = z.input<typeof missingField>

type MoveField = Field & { subject: MissingField['subject'] }

/** The values that decide whether an application may enter a status. */
export interface MoveValues {
  application: StoredValues
  candidate: StoredValues
}

/** Returns whether statuses of a type require a field. */
export function isRequiredIn({ required: { fromStatusType: from } }: Field, type: StatusType): boolean {
  if (from === null) return false
  // Closing is no step on the way to a hire: it requires what is required to close, and nothing else.
  if (from === 'closed' || type === 'closed') return from === type
  return statusTypeRank(type) >= statusTypeRank(from)
}

/**
 * Returns the fields of applications and candidates that statuses of a type require. Fields that the actor may not see
 * are left out: the refusal could not name them.
 */
export async function fieldsRequiredIn(tx: Database, actor: Actor, type: StatusType): Promise<MoveField[]> {
  const fields = await loadAllFields(tx, actor.workspaceId)
  return fields.filter(
    (field): field is MoveField =>
      !field.retiredAt &&
      (field.subject === 'application' || field.subject === 'candidate') &&
      isRequiredIn(field, type) &&
      maySeeField(actor, field),
  )
}

export function findMissing(required: readonly MoveField[], values: MoveValues): MissingField[] {
  return required
    .filter(({ subject, key }) => !Object.hasOwn(values[subject], key))
    .map(({ subject, key, label }) => ({ subject, key, label }))
}

/** Returns FIELDS_REQUIRED for applications that lack values, by their IDs. */
export function fieldsRequired(missing: ReadonlyMap<string, readonly MissingField[]>): AppError {
  const labels = formatList([...new Set([...missing.values()].flat().map(({ label }) => label))])
  const details: z.input<typeof missingFields> = {
    missing: [...missing].map(([applicationId, fields]) => ({ applicationId, fields: [...fields] })),
  }
  return new AppError('FIELDS_REQUIRED', t`Fill in first: ${labels}`, { details })
}

/** Returns the fields that a refusal of one application names. */
export function missingOf({ code, details }: AppError): MissingField[] {
  if (code !== 'FIELDS_REQUIRED') return []
  return (details as z.input<typeof missingFields>).missing.flatMap(({ fields }) => fields)
}

async function loadCandidateValues(tx: Database, workspaceId: string, id: string): Promise<StoredValues> {
  const row = await tx
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .select('custom_fields')
    .executeTakeFirstOrThrow()
  return row.custom_fields as StoredValues
}

/**
 * Checks the values of a new application.
 * @throws VALIDATION by the path of each field that its status requires and that is empty
 */
export async function checkNewApplication(
  tx: Database,
  actor: Actor,
  type: StatusType,
  { customFields, candidate }: { customFields: StoredValues; candidate: { id: string; isNew: boolean } },
): Promise<void> {
  const required = await fieldsRequiredIn(tx, actor, type)
  if (required.length === 0) return
  const ofCandidate = await loadCandidateValues(tx, actor.workspaceId, candidate.id)
  const missing = findMissing(required, { application: customFields, candidate: ofCandidate })
  if (missing.length === 0) return
  const labels = formatList(missing.map(({ label }) => label))
  const details = Object.fromEntries(
    missing.map(({ subject, key, label }) => {
      if (subject === 'application') return [`customFields.${key}`, [t`Required`]]
      if (candidate.isNew) return [`candidate.customFields.${key}`, [t`Required`]]
      // The input has no place for values of an existing candidate.
      return ['candidateId', [t`Fill in on the candidate first: ${label}`]]
    }),
  )
  throw new AppError('VALIDATION', t`Fill in first: ${labels}`, { details })
}
