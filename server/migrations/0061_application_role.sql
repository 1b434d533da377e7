-- The server connects as a role that owns nothing (see app-role-grants.sql). What it may not do itself but needs, the owner
-- does for it here. Each function names its tables with their schema and puts temporary tables last, so that nothing the
-- caller makes is used in their place.

-- Deletes the audit entries of a workspace that are older than its own rule allows, and never one younger than a year. The
-- caller chooses the workspace and nothing else. It can change the rule, so each deletion adds an entry that says by which.
create function delete_expired_audit_logs(workspace uuid) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  years integer;
  oldest timestamptz;
  deleted integer;
begin
  select r.audit_years into years from public.retention_rules r where r.workspace_id = workspace;
  if years is null then return 0; end if;
  oldest := now() - make_interval(years => greatest(years, 1));
  delete from public.audit_logs l where l.workspace_id = workspace and l.at < oldest;
  get diagnostics deleted = row_count;
  if deleted > 0 then
    insert into public.audit_logs (workspace_id, id, action, details)
    values (workspace, gen_random_uuid(), 'retention.audit_logs_deleted',
      jsonb_build_object('auditLogs', deleted, 'auditYears', years));
  end if;
  return deleted;
end $$;
revoke execute on function delete_expired_audit_logs(uuid) from public;

-- Before PostgreSQL 17 only an owner may analyze a table.
create function refresh_table_statistics(name text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found regclass;
begin
  select c.oid into found from pg_class c
  where c.relname = name and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p');
  if found is not null then execute format('analyze %s', found); end if;
end $$;
revoke execute on function refresh_table_statistics(text) from public;

-- It runs for whoever deletes, with the tables it means.
alter function audit_logs_stay() set search_path = pg_catalog, public, pg_temp;
