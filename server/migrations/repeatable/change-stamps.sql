-- Stamps a row with the time of its change. The transaction has its id before the clock is read, so that
-- change_horizon() finds every transaction that may still commit an earlier stamp.
create or replace function stamp_change() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  new.changed_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end $$;

create or replace function note_deleted_row() returns trigger language plpgsql as $$
begin
  insert into deleted_rows (workspace_id, table_name, id) values (old.workspace_id, tg_table_name, old.id)
  on conflict (workspace_id, table_name, id) do update set changed_at = excluded.changed_at;
  return null;
end $$;

do $$
declare
  tracked text;
begin
  for tracked in
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'changed_at'
  loop
    execute format('create or replace trigger stamp_change before insert or update on %I
      for each row execute function stamp_change()', tracked);
  end loop;
  -- What expires by age leaves no trace.
  foreach tracked in array array[
    'agents', 'api_keys', 'applications', 'calls', 'candidates', 'companies', 'imports', 'invitations',
    'outgoing_webhooks', 'pipelines', 'positions', 'users'
  ] loop
    execute format('create or replace trigger note_deleted_row after delete on %I
      for each row execute function note_deleted_row()', tracked);
  end loop;
end $$;

-- Returns a time before which no change can appear any more: every transaction that is still running began later, or
-- has written nothing yet and will stamp what it writes later. Changes before it are all visible to the next statement.
create or replace function change_horizon() returns timestamptz language plpgsql volatile as $$
declare
  bound timestamptz;
begin
  -- Stamps are cut to the millisecond: a caller sees what it wrote before.
  perform pg_sleep(0.001);
  bound := clock_timestamp();
  perform pg_stat_clear_snapshot();
  return date_trunc('milliseconds', least(bound, (
    select min(xact_start) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and backend_xid is not null
      and pid <> pg_backend_pid()
  )));
end $$;

-- Calls and histories of a deleted application are hidden with it.
create or replace function stamp_calls_of_application() returns trigger language plpgsql as $$
begin
  update calls set changed_at = changed_at where workspace_id = new.workspace_id and application_id = new.id;
  return null;
end $$;

create or replace trigger applications_stamp_calls after update of deleted_at on applications
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function stamp_calls_of_application();

-- An application shows how to reach its candidate, and the candidate's custom fields.
create or replace function stamp_applications_of_candidate() returns trigger language plpgsql as $$
begin
  update applications set changed_at = changed_at where workspace_id = new.workspace_id and candidate_id = new.id;
  return null;
end $$;

create or replace trigger candidates_stamp_applications
  after update of name, email, phone, phone_extension, do_not_call, custom_fields on candidates
  for each row when (
    (old.name, old.email, old.phone, old.phone_extension, old.do_not_call, old.custom_fields)
    is distinct from (new.name, new.email, new.phone, new.phone_extension, new.do_not_call, new.custom_fields)
  ) execute function stamp_applications_of_candidate();

create or replace function stamp_pipeline_of_stage() returns trigger language plpgsql as $$
begin
  update pipelines set changed_at = changed_at where workspace_id = new.workspace_id and id = new.pipeline_id;
  return null;
end $$;

create or replace trigger stages_stamp_pipeline after insert or update on stages
  for each row execute function stamp_pipeline_of_stage();

create or replace function stamp_agent_of_position() returns trigger language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  update agents set changed_at = changed_at where workspace_id = changed.workspace_id and id = changed.agent_id;
  return null;
end $$;

create or replace trigger agent_positions_stamp_agent after insert or delete on agent_positions
  for each row execute function stamp_agent_of_position();
