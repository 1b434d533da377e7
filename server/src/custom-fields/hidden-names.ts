import type { FieldSubject } from '@muster/contract/field-subjects.ts'
import { groupedSubjects, summarizedSubjects } from '@muster/contract/measures.ts'
import type { Database } from '../database/connect.ts'
import { maySeeField } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import { loadAllFields } from './load-fields.ts'

/** A custom field that an address names: of the subject, by its key. */
export interface NamedField {
  subject: FieldSubject
  key: string
}

const subjects = { ...groupedSubjects, ...summarizedSubjects }

const namePattern = new RegExp(
  `^-?(?:(${Object.keys(subjects).join('|')})\\.)?([a-zA-Z0-9]{1,40})(?=$|[:=!])`,
)

/**
 * Reads the field in a filter (`pay:gte:5`), a column or sort (`-field.pay`), or a group (`field.pay=…`).
 * @param subject what fields without the name of their subject are of
 */
export function readFieldName(text: string, subject: FieldSubject): NamedField | null {
  const [, prefix, key] = namePattern.exec(text) ?? []
  if (!key) return null
  const named = prefix && prefix !== 'field' ? subjects[prefix as keyof typeof subjects] : subject
  return { subject: named, key }
}

/** Returns whether one of the fields is hidden from the actor, also while it is retired. Unknown ones are not. */
export async function findHiddenFields(
  db: Database,
  actor: Actor,
): Promise<(named: readonly (NamedField | null)[]) => boolean> {
  const fields = await loadAllFields(db, actor.workspaceId)
  const hidden = new Set(
    fields.filter((field) => !maySeeField(actor, field)).map(({ subject, key }) => `${subject}.${key}`),
  )
  return (named) => named.some((field) => field !== null && hidden.has(`${field.subject}.${field.key}`))
}
