import { sql } from 'kysely'
import { arrayLiteral } from './array-literal.ts'
import type { Database } from './connect.ts'
import type { DB } from './schema.generated.ts'

type ColumnType =
  | 'uuid'
  | 'text'
  | 'integer'
  | 'smallint'
  | 'boolean'
  | 'timestamptz'
  | 'jsonb'
  | 'text[]'
  | 'uuid[]'

export type ColumnTypes<Table extends keyof DB> = { [Column in keyof DB[Table] & string]?: ColumnType }

/** Nested lists are sent as JSON, which arrays cannot carry. */
function asParameter(type: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined) return null
  return type.endsWith('[]') || type === 'jsonb' ? JSON.stringify(value) : value
}

/**
 * Inserts rows with one array per column. The statement is as short for a thousand rows as for one, and several times
 * faster than a list of VALUES. Columns that are not named get their defaults.
 */
export async function insertRows<Table extends keyof DB & string, const Types extends ColumnTypes<Table>>(
  tx: Database,
  table: Table,
  types: Types,
  rows: readonly { [Column in keyof Types]: unknown }[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.entries(types) as [keyof Types & string, ColumnType][]
  const arrays = columns.map(([column, type]) => {
    const values = arrayLiteral(rows.map((row) => asParameter(type, row[column])))
    return sql`${values}::${sql.raw(type.endsWith('[]') ? 'text' : type)}[]`
  })
  const taken = columns.map(([column, type]) =>
    type.endsWith('[]')
      ? sql`array(select jsonb_array_elements_text(${sql.ref(`given.${column}`)}::jsonb))::${sql.raw(type)}`
      : sql.ref(`given.${column}`),
  )
  const names = sql.join(columns.map(([column]) => sql.id(column)))
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${sql.join(taken)} from unnest(${sql.join(arrays)}) as given (${names})
  `.execute(tx)
}
