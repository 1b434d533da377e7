-- Notes the applications and calls whose facts a write may have changed, and nothing else. `server/src/facts` derives
-- these facts after the commit, by `derive-facts.sql`. Triggers see every way of writing. One statement may insert or delete
-- many rows, so one note names all of them. Updates touch few rows, and most change nothing that counts: a trigger for each
-- row with a condition costs less than one for the statement.

create or replace function report_touch_applications() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' then
    insert into pending_facts (workspace_id, subject_ids) values (new.workspace_id, array[new.id]);
  else
    insert into pending_facts (workspace_id, subject_ids)
    select r.workspace_id, array_agg(r.id) from changed_rows r group by r.workspace_id;
  end if;
  return null;
end $$;
create or replace trigger applications_report_insert after insert on applications
  referencing new table as changed_rows for each statement execute function report_touch_applications();
create or replace trigger applications_report_delete after delete on applications
  referencing old table as changed_rows for each statement execute function report_touch_applications();
create or replace trigger applications_report_update after update on applications for each row
  when ((new.position_id, new.owner_id, new.status_type, new.reached, new.entered_status_at, new.due_at, new.source,
      new.callback_at, new.disposition, new.closed_at, new.applied_at, new.created_at, new.deleted_at)
    is distinct from (old.position_id, old.owner_id, old.status_type, old.reached, old.entered_status_at, old.due_at,
      old.source, old.callback_at, old.disposition, old.closed_at, old.applied_at, old.created_at, old.deleted_at))
  execute function report_touch_applications();

create or replace function report_touch_logs() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' then
    insert into pending_facts (workspace_id, subject_ids)
    values (new.workspace_id, array[new.application_id, old.application_id]);
  else
    insert into pending_facts (workspace_id, subject_ids)
    select r.workspace_id, array_agg(distinct r.application_id) from changed_rows r
    where r.to_type is not null group by r.workspace_id;
  end if;
  return null;
end $$;
create or replace trigger activity_logs_report_insert after insert on activity_logs
  referencing new table as changed_rows for each statement execute function report_touch_logs();
create or replace trigger activity_logs_report_delete after delete on activity_logs
  referencing old table as changed_rows for each statement execute function report_touch_logs();
create or replace trigger activity_logs_report_update after update on activity_logs for each row
  when ((new.application_id, new.at, new.kind, new.from_type, new.to_type, new.reverted_at)
    is distinct from (old.application_id, old.at, old.kind, old.from_type, old.to_type, old.reverted_at))
  execute function report_touch_logs();

create or replace function report_touch_calls() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' then
    insert into pending_facts (workspace_id, subject_ids)
    values (new.workspace_id, array[coalesce(new.application_id, new.id), coalesce(old.application_id, old.id)]);
  else
    insert into pending_facts (workspace_id, subject_ids)
    select r.workspace_id, array_agg(distinct coalesce(r.application_id, r.id)) from changed_rows r group by r.workspace_id;
  end if;
  return null;
end $$;
create or replace trigger calls_report_insert after insert on calls
  referencing new table as changed_rows for each statement execute function report_touch_calls();
create or replace trigger calls_report_delete after delete on calls
  referencing old table as changed_rows for each statement execute function report_touch_calls();
create or replace trigger calls_report_update after update on calls for each row
  when ((new.application_id, new.agent_id, new.direction, new.lifecycle, new.end_reason, new.outcome, new.started_at,
      new.duration_seconds)
    is distinct from (old.application_id, old.agent_id, old.direction, old.lifecycle, old.end_reason, old.outcome,
      old.started_at, old.duration_seconds))
  execute function report_touch_calls();

create or replace function report_touch_dispositions() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' then
    insert into pending_facts (workspace_id, subject_ids) values (new.workspace_id, array[new.application_id]);
  else
    insert into pending_facts (workspace_id, subject_ids)
    select r.workspace_id, array_agg(r.application_id) from changed_rows r group by r.workspace_id;
  end if;
  return null;
end $$;
create or replace trigger dispositions_report_insert after insert on dispositions
  referencing new table as changed_rows for each statement execute function report_touch_dispositions();
create or replace trigger dispositions_report_delete after delete on dispositions
  referencing old table as changed_rows for each statement execute function report_touch_dispositions();
create or replace trigger dispositions_report_update after update on dispositions for each row
  when ((new.reason_id, new.status_type) is distinct from (old.reason_id, old.status_type))
  execute function report_touch_dispositions();

-- Notes all applications of a position whose company or opening date changed.
create or replace function report_touch_position() returns trigger language plpgsql as $$
begin
  insert into pending_facts (workspace_id, subject_ids)
  select x.workspace_id, array_agg(x.id) from applications x
  where x.workspace_id = new.workspace_id and x.position_id = new.id
  group by x.workspace_id;
  return null;
end $$;
create or replace trigger positions_report after update on positions for each row
  when (new.company_id is distinct from old.company_id or new.opened_at is distinct from old.opened_at)
  execute function report_touch_position();

-- A new workspace has no facts, so its totals are complete.
create or replace function report_begin() returns trigger language plpgsql as $$
begin
  insert into fact_states (workspace_id, derived, timezone, totals_through)
  values (new.id, true, new.timezone, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  return null;
end $$;
create or replace trigger workspaces_report after insert on workspaces for each row execute function report_begin();

-- Another timezone has other days. If the workspace has facts, a job rebuilds its totals.
create or replace function report_follow_timezone() returns trigger language plpgsql as $$
begin
  -- The lock of lockFacts: otherwise a running derivation could add days of the previous timezone after this.
  perform pg_advisory_xact_lock(7207, hashtext(new.id::text));
  update fact_states s set timezone = new.timezone
  where s.workspace_id = new.id and not exists (select from facts f where f.workspace_id = new.id)
    and not exists (select from pending_facts p where p.workspace_id = new.id);
  return null;
end $$;
create or replace trigger workspaces_report_timezone after update of timezone on workspaces for each row
  when (new.timezone is distinct from old.timezone) execute function report_follow_timezone();

-- Covers workspaces that were created after migration 0097 and before these triggers.
insert into fact_states (workspace_id, derived, timezone, totals_through)
  select id, false, timezone, '00000000-0000-0000-0000-000000000000' from workspaces
  on conflict (workspace_id) do nothing;
