import type { FieldColumn, FieldSubject } from '@muster/contract/field-subjects.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { type ExportColumn, text } from '../exports/export-column.ts'
import { maySeeField } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import { fieldHeaders } from './field-headers.ts'
import { fieldTypeRules } from './field-types.ts'
import { loadAllFields } from './load-fields.ts'

/** The fields of one subject in an export. */
interface ExportedSubject {
  subject: FieldSubject
  prefix: 'field' | 'candidate'
  /** The column custom_fields. */
  column: RawBuilder<unknown>
}

interface ExportedFields {
  /** Of the built-in columns, and of those of the lists that share their headers. */
  builtIn: Iterable<string>
  timezone: string | undefined
}

/** Subjects whose fields have different headers, since an import reads both from one file. */
const together: readonly FieldSubject[] = ['application', 'candidate']

/** Returns the columns of the custom fields that the actor may see, in their order. Personal ones are contact data. */
export async function exportFields(
  db: Database,
  actor: Actor,
  subjects: readonly ExportedSubject[],
  { builtIn, timezone = actor.workspace.timezone }: ExportedFields,
): Promise<Record<FieldColumn, ExportColumn>> {
  const all = (await loadAllFields(db, actor.workspaceId)).filter(({ retiredAt }) => !retiredAt)
  const shares = (subject: FieldSubject) =>
    subjects.some((one) => one.subject === subject) ||
    (together.includes(subject) && subjects.some((one) => together.includes(one.subject)))
  const headers = fieldHeaders(
    all.filter(({ subject }) => shares(subject)),
    builtIn,
  )
  const columns = subjects.flatMap(({ subject, prefix, column }) =>
    all
      .filter((field) => field.subject === subject && maySeeField(actor, field))
      .map((field): [FieldColumn, ExportColumn] => {
        const value = { json: sql`(${column} -> ${field.key})`, text: sql`(${column} ->> ${field.key})` }
        const header = headers.get(field.id)!
        const exported =
          fieldTypeRules[field.type].exported?.(header, value, field, {
            workspaceId: actor.workspaceId,
            timezone,
          }) ?? text(header, value.text)
        return [`${prefix}.${field.key}`, field.personal ? { ...exported, contact: true } : exported]
      }),
  )
  return Object.fromEntries(columns)
}

/** Returns the headers of columns. */
export function headersOf(columns: Record<string, ExportColumn>): string[] {
  return Object.values(columns).map(({ header }) => header)
}

/** As `exportFields`, for the rows of the subquery `list`. */
export async function exportListFields(
  db: Database,
  actor: Actor,
  subject: FieldSubject,
  builtIn: Record<string, ExportColumn>,
  timezone: string | undefined,
): Promise<Record<FieldColumn, ExportColumn>> {
  const column = sql.ref('list.visible_values')
  return exportFields(db, actor, [{ subject, prefix: 'field', column }], {
    builtIn: headersOf(builtIn),
    timezone,
  })
}
