import type pg from 'pg'
import { quoted } from './backup-tables.ts'

/** Rebuilds the dropped indexes, foreign keys and triggers. */
export type FinishBulkLoad = (log: (line: string) => void) => Promise<void>

/**
 * Drops, in the caller's transaction, what slows down inserting known good rows or must not react to them: indexes,
 * foreign keys and triggers. The tables' owner may do so; no superuser is needed.
 */
export async function startBulkLoad(client: pg.ClientBase): Promise<FinishBulkLoad> {
  const statements = async (text: string) => (await client.query<{ drop: string; make: string }>(text)).rows
  const inPublic = `'public'::regnamespace`
  const keys = await statements(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and connamespace = ${inPublic} and conparentid = 0 order by oid`)
  const indexes = await statements(`
    select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as make
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = ${inPublic} and not c.relispartition
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by c.oid`)
  const { rows: tables } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = ${inPublic} and relkind in ('r', 'p') and not relispartition and relhastriggers`)
  for (const { drop } of [...keys, ...indexes]) await client.query(drop)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  return async (log) => {
    log('Building indexes…')
    for (const { make } of indexes) await client.query(make)
    log('Checking references…')
    for (const { make } of keys) await client.query(make)
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
  }
}
