-- The log only grows. The server's role loses the right to change it, and so that no grant gives it back by mistake, the
-- table itself refuses, whoever asks. What a workspace's own rule says has served its time is let go, and nothing else.
create or replace function audit_logs_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (
      select from retention_rules r
      where r.workspace_id = old.workspace_id and old.at < now() - make_interval(years => r.audit_years)
    ) then
      return old;
    end if;
  end if;
  raise exception 'The audit log is only added to' using errcode = 'insufficient_privilege';
end $$;

create or replace trigger audit_logs_stay before update or delete on audit_logs for each row execute function audit_logs_stay();

create or replace trigger audit_logs_stay_whole before truncate on audit_logs
  for each statement execute function audit_logs_stay();

-- Deletes the audit entries of a workspace that are older than its own rule allows, and never one younger than a year. The
-- caller chooses the workspace and nothing else. It can change the rule, so each deletion adds an entry that says by which.
create or replace function delete_expired_audit_logs(workspace uuid) returns integer
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
