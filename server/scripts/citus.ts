import pg from 'pg'
import { withMigratedDatabase } from './with-migrated-database.ts'

/**
 * npm run citus: prints the statements that distribute the schema by workspace over Citus nodes, from the migrated
 * catalog. It runs nothing: they are for an installation that has outgrown one primary.
 */
interface Table {
  name: string
  has_workspace: boolean
  /** Tables of other kinds that its foreign keys refer to. */
  refers: string[]
}

await withMigratedDatabase(async (connectionString) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows: tables } = await client.query<Table>(`
    select c.relname as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped)
        and exists (
          select from pg_constraint p join pg_attribute a on a.attrelid = c.oid and a.attnum = any(p.conkey)
          where p.conrelid = c.oid and p.contype = 'p' and a.attname = 'workspace_id'
        ) as has_workspace,
      coalesce((
        select json_agg(distinct f.confrelid::regclass::text) from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
      ), '[]') as refers
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    order by 1`)
  await client.end()
  const isDistributed = (name: string) =>
    name === 'workspaces' || tables.some((table) => table.name === name && table.has_workspace)
  const [distributed, shared] = [
    tables.filter(({ name }) => isDistributed(name)),
    tables.filter(({ name }) => !isDistributed(name)),
  ]
  const lines = ['-- Tables of no workspace: a copy on every node.']
  for (const { name, refers } of shared) {
    for (const other of refers.filter(isDistributed))
      lines.push(`-- In the way: ${name} refers to ${other}, which Citus allows from no reference table.`)
    lines.push(`select create_reference_table('${name}');`)
  }
  lines.push('', '-- The rows of a workspace stay together.')
  lines.push(`select create_distributed_table('workspaces', 'id');`)
  // Referenced tables come first; of two that refer to each other, one key must wait.
  const done = new Set(['workspaces'])
  const left = distributed.filter(({ name }) => name !== 'workspaces')
  while (left.length > 0) {
    const waitsFor = ({ refers }: Table) => refers.filter((other) => isDistributed(other) && !done.has(other))
    const next = left.find((table) => waitsFor(table).length === 0) ?? left[0]!
    for (const other of waitsFor(next))
      lines.push(
        `-- Drop the foreign key from ${next.name} to ${other} before, and add it when both are distributed.`,
      )
    lines.push(
      `select create_distributed_table('${next.name}', 'workspace_id', colocate_with => 'workspaces');`,
    )
    left.splice(left.indexOf(next), 1)
    done.add(next.name)
  }
  console.log(lines.join('\n'))
})
