-- Queues messages about rows: created, updated, deleted, restored and erased. Arguments: the kind that begins the
-- event's name, and the columns whose change is an update.
create or replace function queue_row_webhooks() returns trigger language plpgsql as $$
declare
  kind constant text := tg_argv[0];
  columns constant text[] := string_to_array(tg_argv[1], ',');
  workspaces uuid[];
begin
  -- Most workspaces have no webhook, and their rows must not pay for those that do.
  if tg_op = 'INSERT' then
    workspaces := array(select distinct workspace_id from new_rows);
  else
    workspaces := array(select distinct workspace_id from old_rows);
  end if;
  if not exists (select from outgoing_webhooks where workspace_id = any(workspaces) and active) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into webhook_deliveries (workspace_id, webhook_id, event, subject_kind, subject_id)
    select w.workspace_id, w.id, kind || '.created', kind, n.id
    from new_rows n
    join outgoing_webhooks w on w.workspace_id = n.workspace_id and w.active and kind || '.created' = any(w.events);
  elsif tg_op = 'DELETE' then
    insert into webhook_deliveries (workspace_id, webhook_id, event, subject_kind, subject_id)
    select w.workspace_id, w.id, kind || '.deleted', kind, o.id
    from old_rows o
    join outgoing_webhooks w on w.workspace_id = o.workspace_id and w.active and kind || '.deleted' = any(w.events)
    -- The others were reported when a user deleted them.
    where to_jsonb(o) ->> 'deleted_at' is null;
  else
    insert into webhook_deliveries (workspace_id, webhook_id, event, subject_kind, subject_id)
    select w.workspace_id, w.id, e.event, kind, e.id
    from (
      select workspace_id, (n.row ->> 'id')::uuid as id, kind || case
          when o.row ->> 'erased_at' is null and n.row ->> 'erased_at' is not null then '.erased'
          when o.row ->> 'deleted_at' is null and n.row ->> 'deleted_at' is not null then '.deleted'
          when o.row ->> 'deleted_at' is not null and n.row ->> 'deleted_at' is null then '.restored'
          when o.row ->> 'closed_at' is not null and n.row ->> 'closed_at' is null and kind = 'application'
            then '.reopened'
          when n.row ->> 'deleted_at' is null and exists (
            select from unnest(columns) name where o.row -> name is distinct from n.row -> name
          ) then '.updated'
        end as event
      from (select workspace_id, id, to_jsonb(r) as row from old_rows r) o
      join (select workspace_id, id, to_jsonb(r) as row from new_rows r) n using (workspace_id, id)
    ) e
    join outgoing_webhooks w on w.workspace_id = e.workspace_id and w.active and e.event = any(w.events);
  end if;
  if found then
    perform pg_notify('muster_webhooks', w.workspace_id || ' ' || w.id)
    from outgoing_webhooks w where w.workspace_id = any(workspaces) and w.active and exists (
      select from webhook_deliveries d
      where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.state = 'pending' and d.created_at = now()
    );
  end if;
  return null;
end $$;

do $$
declare
  one record;
begin
  for one in select * from (values
    ('candidates', 'candidate', 'name,email,phone,phone_extension,profile_url,external_id,location,current_company,current_title,notes,tags,do_not_call,consent,given_channels,revoked_channels,resume_file_id,custom_fields', true),
    ('companies', 'company', 'name,website,contact_name,contact_email,contact_phone,notes,custom_fields', true),
    ('positions', 'position', 'name,company_id,pipeline_id,state,openings,location,description,owner_id,hiring_manager_id,custom_fields', true),
    ('users', 'user', 'name,email,role,status,company_id,granted_permissions,revoked_permissions', true),
    ('calls', 'call', 'application_id,agent_id,lifecycle,end_reason,outcome,callback_at,ended_at,duration_seconds,summary,transcript,recording_url,custom_fields', true),
    ('call_queues', 'queue', 'name,filters,order,call_from,call_to,breaks,weekdays,skip_holidays,max_tries,tries_per_day,hours_between,later_hours,minutes_after,other_time_of_day,script,questions', true),
    ('voice_campaigns', 'campaign', 'name,queue_id,agent_id,max_concurrent,kept_free,minutes_per_day,cost_per_day_minor,currency,only_with_consent', true),
    ('applications', 'application', 'owner_id,candidate_id,source,tags,callback_at,applied_at,external_id,resume_file_id,custom_fields', false)
  ) as kinds (name, kind, columns, inserts)
  loop
    if one.inserts then
      execute format('create or replace trigger %I after insert on %I referencing new table as new_rows
        for each statement execute function queue_row_webhooks(%L, %L)',
        one.name || '_webhooks_created', one.name, one.kind, one.columns);
    end if;
    execute format('create or replace trigger %I after update on %I referencing old table as old_rows new table as new_rows
      for each statement execute function queue_row_webhooks(%L, %L)',
      one.name || '_webhooks_updated', one.name, one.kind, one.columns);
    execute format('create or replace trigger %I after delete on %I referencing old table as old_rows
      for each statement execute function queue_row_webhooks(%L, %L)',
      one.name || '_webhooks_deleted', one.name, one.kind, one.columns);
  end loop;
end $$;

create or replace function queue_subject_webhooks(workspace uuid, name text, kind text, subject uuid, application uuid)
returns void language plpgsql as $$
begin
  insert into webhook_deliveries (workspace_id, webhook_id, event, subject_kind, subject_id, application_id)
  select w.workspace_id, w.id, name, kind, subject, application
  from outgoing_webhooks w where w.workspace_id = workspace and w.active and name = any(w.events);
  if found then
    perform pg_notify('muster_webhooks', w.workspace_id || ' ' || w.id)
    from outgoing_webhooks w where w.workspace_id = workspace and w.active and name = any(w.events);
  end if;
end $$;

create or replace function queue_comment_webhooks() returns trigger language plpgsql as $$
begin
  perform queue_subject_webhooks(new.workspace_id, 'comment.' || case
      when tg_op = 'INSERT' then 'created'
      when old.deleted_at is null and new.deleted_at is not null then 'deleted'
      else 'updated'
    end, 'comment', new.id, new.application_id);
  return null;
end $$;

create or replace trigger comments_webhooks_insert after insert on activity_logs
  for each row when (new.kind = 'comment') execute function queue_comment_webhooks();

create or replace trigger comments_webhooks_update after update of body, deleted_at on activity_logs
  for each row when (
    new.kind = 'comment' and (old.body, old.deleted_at) is distinct from (new.body, new.deleted_at)
  ) execute function queue_comment_webhooks();

create or replace function queue_import_webhooks() returns trigger language plpgsql as $$
begin
  if new.state in ('completed', 'failed', 'canceled') and old.state is distinct from new.state then
    perform queue_subject_webhooks(new.workspace_id, 'import.finished', 'import', new.id, null);
  end if;
  if new.state = 'queued' and old.state is distinct from new.state then
    perform queue_subject_webhooks(new.workspace_id, 'import.started', 'import', new.id, null);
  end if;
  if new.undo_state in ('completed', 'failed') and old.undo_state is distinct from new.undo_state then
    perform queue_subject_webhooks(new.workspace_id, 'import.undone', 'import', new.id, null);
  end if;
  return null;
end $$;

create or replace trigger imports_webhooks after update of state, undo_state on imports
  for each row execute function queue_import_webhooks();

-- The message is about the state entered, whatever the campaign's state is when the message is sent.
create or replace function queue_campaign_webhooks() returns trigger language plpgsql as $$
declare
  name constant text := 'campaign.' || case
      when new.state = 'running' and old.state = 'paused' then 'resumed'
      when new.state = 'running' then 'started'
      else new.state
    end;
begin
  insert into webhook_deliveries (workspace_id, webhook_id, event, subject_kind, subject_id, details)
  select w.workspace_id, w.id, name, 'campaign', new.id,
    jsonb_build_object('state', new.state, 'pauseReason', new.pause_reason)
  from outgoing_webhooks w where w.workspace_id = new.workspace_id and w.active and name = any(w.events);
  if found then
    perform pg_notify('muster_webhooks', w.workspace_id || ' ' || w.id)
    from outgoing_webhooks w where w.workspace_id = new.workspace_id and w.active and name = any(w.events);
  end if;
  return null;
end $$;

create or replace trigger voice_campaigns_webhooks_state after update of state on voice_campaigns
  for each row when (old.state is distinct from new.state) execute function queue_campaign_webhooks();
