-- What the application role may do, in one place. Runs as the owner after the migrations and changes only what differs, so
-- it may run at any time while nodes serve. By hand, in psql: set muster.app_role = 'muster_app'; \i app-role-grants.sql
do $$
declare
  app constant text := current_setting('muster.app_role');
  app_oid constant oid := (select oid from pg_roles where rolname = app);
  owned_schemas constant text[] := array['public', 'pgboss'];
  item record;
begin
  if app_oid is null then raise exception 'There is no role %', app; end if;
  if pg_has_role(current_user, (select datdba from pg_database where datname = current_database()), 'usage')
    and not has_database_privilege(app_oid, current_database(), 'connect') then
    execute format('grant connect on database %I to %I', current_database(), app);
  end if;

  for item in
    select n.oid, n.nspname as name from pg_namespace n
    where n.nspname = any(owned_schemas) and pg_has_role(current_user, n.nspowner, 'usage')
  loop
    if not has_schema_privilege(app_oid, item.oid, 'usage') then
      execute format('grant usage on schema %I to %I', item.name, app);
    end if;
    if has_schema_privilege(app_oid, item.oid, 'create') then
      execute format('revoke create on schema %I from public, %I', item.name, app);
    end if;
    -- A table created by a migration is usable at once, before this runs again.
    if not exists (
      select from pg_default_acl d, aclexplode(d.defaclacl) a
      where d.defaclrole = (select oid from pg_roles where rolname = current_user) and d.defaclnamespace = item.oid
        and d.defaclobjtype = 'r' and a.grantee = app_oid
    ) then
      execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to %I',
        item.name, app);
      execute format('alter default privileges in schema %I grant usage, select on sequences to %I', item.name, app);
    end if;
  end loop;

  -- Tables, views and sequences.
  for item in
    select c.oid::regclass::text as name, case c.relkind when 'S' then 'sequence' else 'table' end as kind,
      array_to_string(w.privileges, ', ') as privileges
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (
      select case
        when c.relkind = 'S' then array['SELECT', 'USAGE']
        -- Entries may be added and read, nothing else.
        when c.oid = to_regclass('public.audit_logs') then array['INSERT', 'SELECT']
        -- The owner acts on these rows: whoever writes them controls what the owner does.
        when c.oid = any(array[
          to_regclass('public.schema_migrations'), to_regclass('pgboss.version'), to_regclass('pgboss.bam')
        ]) then array['SELECT']
        -- pg-boss adds a queue of its own when it starts to schedule.
        when c.oid = to_regclass('pgboss.queue') then array['INSERT', 'SELECT']
        else array['DELETE', 'INSERT', 'SELECT', 'UPDATE']
      end as privileges
    ) as w
    cross join lateral (
      select coalesce(array_agg(a.privilege_type order by a.privilege_type), '{}') as privileges,
        coalesce(bool_or(a.is_grantable), false) as grantable
      from aclexplode(c.relacl) a where a.grantee = app_oid
    ) as h
    where n.nspname = any(owned_schemas) and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and pg_has_role(current_user, c.relowner, 'usage')
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
      and (w.privileges <> h.privileges or h.grantable)
  loop
    execute format('revoke all on %s %s from %I', item.kind, item.name, app);
    execute format('grant %s on %s %s to %I', item.privileges, item.kind, item.name, app);
  end loop;
  if to_regclass('public.audit_logs') is not null then
    if exists (
      select from pg_class c, aclexplode(c.relacl) a where c.oid = 'public.audit_logs'::regclass and a.grantee = 0
    ) then
      revoke all on public.audit_logs from public;
    end if;
  end if;

  -- The owner creates tables for queues with a partition. There are none, so no role may request one.
  if to_regclass('pgboss.queue') is not null and not exists (
    select from pg_constraint where conrelid = to_regclass('pgboss.queue') and conname = 'no_partition'
  ) then
    alter table pgboss.queue add constraint no_partition check (not partition and table_name = 'job_common');
  end if;

  -- pg-boss stores counts and times next to the rows that the owner acts on.
  for item in
    select a.attrelid::regclass::text as name, string_agg(format('%I', a.attname), ', ') as columns
    from pg_attribute a
    where a.attrelid = any(array[to_regclass('pgboss.version'), to_regclass('pgboss.queue')])
      and pg_has_role(current_user, (select relowner from pg_class where oid = a.attrelid), 'usage')
      and a.attnum > 0 and not a.attisdropped
      and a.attname not in ('version', 'name', 'policy', 'partition', 'table_name')
      and not has_column_privilege(app_oid, a.attrelid, a.attnum, 'update')
    group by a.attrelid
  loop
    execute format('grant update (%s) on %s to %I', item.columns, item.name, app);
  end loop;

  -- Only the application role may call functions with the owner's privileges.
  for item in
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any(owned_schemas) and p.prosecdef and pg_has_role(current_user, p.proowner, 'usage')
      and (
        exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)
        or not has_function_privilege(app_oid, p.oid, 'execute')
      )
  loop
    execute format('revoke execute on function %s from public', item.name);
    execute format('grant execute on function %s to %I', item.name, app);
  end loop;
end $$
