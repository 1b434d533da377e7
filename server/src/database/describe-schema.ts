import type pg from 'pg'

/** Table → column → its type, and whether a row must have a value. */
export type SchemaDescription = Record<string, Record<string, string>>

/**
 * Describes what a version of the server relies on when it reads and writes: tables, columns, types and required
 * values.
 */
export async function describeSchema(client: pg.ClientBase): Promise<SchemaDescription> {
  const { rows } = await client.query<{ table: string; column: string; type: string; required: boolean }>(`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as required
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    order by 1, 2`)
  const tables: SchemaDescription = {}
  for (const { table, column, type, required } of rows) {
    tables[table] ??= {}
    tables[table][column] = `${type}${required ? ' required' : ''}`
  }
  return tables
}

/** Lists what would break the statements of a released version: removed or retyped columns, and newly required ones. */
export function findBreaks(released: SchemaDescription, now: SchemaDescription): string[] {
  const breaks: string[] = []
  for (const [table, columns] of Object.entries(released)) {
    const found = now[table]
    if (!found) {
      breaks.push(`${table} is gone`)
      continue
    }
    for (const [column, type] of Object.entries(columns)) {
      if (!found[column]) breaks.push(`${table}.${column} is gone`)
      else if (found[column] !== type && `${found[column]} required` !== type)
        breaks.push(`${table}.${column} was ${type} and is ${found[column]}`)
    }
    for (const [column, type] of Object.entries(found))
      if (!columns[column] && type.endsWith(' required'))
        breaks.push(`${table}.${column} is new and required`)
  }
  return breaks
}
