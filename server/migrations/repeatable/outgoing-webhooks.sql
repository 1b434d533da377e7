-- A deleted application sends no message. A move that the deletion of its status made meanwhile follows when the application
-- is restored. All else is as in 0032.
create or replace function queue_application_webhooks() returns trigger language plpgsql as $$
begin
  if not exists (
    select from outgoing_webhooks w
    where w.active and w.workspace_id in (select distinct e.workspace_id from entries e)
  ) then
    return null;
  end if;
  insert into webhook_deliveries (workspace_id, webhook_id, event, application_id, entry_id)
  select w.workspace_id, w.id, t.event, t.application_id, t.id
  from (
    select e.workspace_id, e.id, e.application_id, case
        when e.kind = 'created' or (e.kind = 'imported' and e.to_type is not null) then 'application.created'
        when e.cause = 'status_deleted' and exists (
          select from applications a
          where a.workspace_id = e.workspace_id and a.id = e.application_id and a.deleted_at is not null
        ) then null
        when e.kind = 'moved' or (e.kind = 'reverted' and e.to_status_id is not null) then 'application.moved'
        when e.kind = 'disposition' then 'application.closed'
      end as event
    from entries e
    union all
    select l.workspace_id, l.id, l.application_id, 'application.moved'
    from entries e
    join activity_logs l on l.workspace_id = e.workspace_id and l.application_id = e.application_id
      and l.kind = 'moved' and l.cause = 'status_deleted' and l.batch_id is null and l.reverted_at is null
    where e.kind = 'restored' and l.at >= (
      select max(d.at) from activity_logs d
      where d.workspace_id = e.workspace_id and d.application_id = e.application_id and d.kind = 'deleted'
    )
  ) t
  join outgoing_webhooks w on w.workspace_id = t.workspace_id and w.active and t.event = any(w.events);
  perform pg_notify('muster_webhooks', w.workspace_id || ' ' || w.id)
  from outgoing_webhooks w
  where w.active and w.workspace_id in (select distinct e.workspace_id from entries e);
  return null;
end $$;

create or replace trigger activity_logs_webhooks after insert on activity_logs
  referencing new table as entries for each statement execute function queue_application_webhooks();

create or replace function queue_call_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (workspace_id, webhook_id, event, application_id, call_id)
  select w.workspace_id, w.id, 'call.ended', new.application_id, new.id
  from outgoing_webhooks w
  where w.workspace_id = new.workspace_id and w.active and 'call.ended' = any(w.events);
  if found then
    perform pg_notify('muster_webhooks', w.workspace_id || ' ' || w.id)
    from outgoing_webhooks w where w.workspace_id = new.workspace_id and w.active;
  end if;
  return null;
end $$;

create or replace trigger calls_webhooks_insert after insert on calls
  for each row when (new.lifecycle not in ('queued', 'ringing', 'in_progress')) execute function queue_call_webhooks();

create or replace trigger calls_webhooks_update after update of lifecycle on calls
  for each row when (
    old.lifecycle in ('queued', 'ringing', 'in_progress') and new.lifecycle not in ('queued', 'ringing', 'in_progress')
  ) execute function queue_call_webhooks();
