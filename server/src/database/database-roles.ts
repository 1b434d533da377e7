import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { migrationLock } from './migrate.ts'

const grants = new URL('app-role-grants.sql', import.meta.url)

/** Grants the application role what it needs in every table, and revokes everything else. */
export async function grantToAppRole(ownerUrl: string, appRole: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'muster migrate' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(`select set_config('muster.app_role', $1, true)`, [appRole])
    await client.query(`set local lock_timeout = '10s'`)
    await client.query(await readFile(grants, 'utf8'))
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/**
 * Selects why the connected role could change the audit log, in a few words; null if it cannot. Any privilege that it
 * has or could grant itself counts, not what the server does with it.
 */
export const auditLogExposure = `
  select case
    when r.rolsuper then 'it is a superuser'
    when pg_has_role(current_user, c.relowner, 'member') then 'it owns the table, or belongs to the role that does'
    when pg_has_role(current_user, n.nspowner, 'member') then 'it owns the schema'
    when pg_has_role(current_user, d.datdba, 'member') then 'it owns the database'
    when exists (
      select from pg_proc p where p.pronamespace = n.oid and pg_has_role(current_user, p.proowner, 'member')
    ) then 'it owns a function that guards it'
    when r.rolcreaterole then 'it may create roles'
    when r.rolreplication then 'it may replicate'
    when exists (
      select from unnest(array['update', 'delete', 'truncate', 'trigger']) as right_to
      where has_table_privilege(c.oid, right_to)
    ) or has_any_column_privilege(c.oid, 'update') then 'it has more rights on the table than INSERT and SELECT'
    when has_schema_privilege(n.oid, 'create') then 'it may create objects in the schema'
    when has_parameter_privilege('session_replication_role', 'set') then 'it may switch triggers off'
    when exists (
      select from pg_roles g
      where g.rolname in ('pg_execute_server_program', 'pg_write_server_files', 'pg_write_all_data')
        and pg_has_role(current_user, g.oid, 'member')
    ) then 'it may write the server''s files or all data'
  end as exposure
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_database d on d.datname = current_database()
  join pg_roles r on r.rolname = current_user
  where c.oid = 'public.audit_logs'::regclass`
