import type pg from 'pg'

/** Table → column → its type, and whether a row needs a value for it. */
export type SchemaDescription = Record<string, Record<string, string>>

/** What a version of the server relies on when it reads and writes: tables, columns, types, and what may be left out. */
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

/**
 * What of one version's statements would fail on another schema: something gone or of another type, something that has
 * to be given and was not known.
 */
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
