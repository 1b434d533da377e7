-- Keys and webhooks for other programs; the audit log that only grows; people who are erased and rules for when.

-- ---------------------------------------------------------------- API keys

-- A key never may more than whoever made it may at the moment of a call.
create table api_keys (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  user_id uuid not null,
  name text not null,
  hash text not null,
  -- The last characters, by which people tell keys apart.
  hint text not null,
  permissions text[] not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_ip text,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  revoked_by uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id),
  foreign key (workspace_id, revoked_by) references users (workspace_id, id)
);
create index api_keys_by_created on api_keys (workspace_id, created_at, id);

-- ---------------------------------------------------------------- outgoing webhooks

create table outgoing_webhooks (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  url text not null,
  events text[] not null,
  active boolean not null default true,
  -- Sealed with the installation's key.
  secret text not null,
  -- Since when nothing has got through, and how many attempts in a row.
  failing_since timestamptz(3),
  failures integer not null default 0,
  -- Why it was paused by itself; null when a person did.
  paused_because text check (paused_because in ('gone', 'failing')),
  created_by uuid not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id)
);
create index outgoing_webhooks_by_created on outgoing_webhooks (workspace_id, created_at, id);
-- What every change asks for.
create index outgoing_webhooks_active on outgoing_webhooks (workspace_id) where active;

-- What is to be told, written with what it tells of. Its payload is put together right before the first attempt and kept
-- for the others.
create table webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  event text not null,
  application_id uuid,
  -- The entry of the history that says what happened.
  entry_id uuid,
  call_id uuid,
  payload text,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz(3) not null default now(),
  -- While an attempt is under way: when to take it for lost.
  next_attempt_at timestamptz(3) default now(),
  -- After this nobody tries again.
  give_up_at timestamptz(3) not null default now() + interval '1 day',
  ended_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, webhook_id) references outgoing_webhooks (workspace_id, id) on delete cascade,
  foreign key (workspace_id, application_id) references applications (workspace_id, id) on delete cascade,
  foreign key (workspace_id, entry_id) references activity_logs (workspace_id, id) on delete cascade,
  foreign key (workspace_id, call_id) references calls (workspace_id, id) on delete cascade
);
create index webhook_deliveries_by_webhook on webhook_deliveries (workspace_id, webhook_id, created_at, id);
create index webhook_deliveries_by_application on webhook_deliveries (workspace_id, application_id)
  where application_id is not null;
create index webhook_deliveries_by_entry on webhook_deliveries (workspace_id, entry_id) where entry_id is not null;
create index webhook_deliveries_by_call on webhook_deliveries (workspace_id, call_id) where call_id is not null;
create index webhook_deliveries_due on webhook_deliveries (workspace_id, webhook_id, next_attempt_at)
  where state = 'pending';
create index webhook_deliveries_all_due on webhook_deliveries (next_attempt_at) where state = 'pending';
create index webhook_deliveries_old on webhook_deliveries (created_at) where state <> 'pending';

create table webhook_attempts (
  workspace_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz(3) not null default now(),
  duration_ms integer not null,
  -- What was answered, with the first kilobyte of it; or what went wrong.
  status integer,
  answer text,
  error text,
  primary key (workspace_id, delivery_id, number),
  foreign key (workspace_id, delivery_id) references webhook_deliveries (workspace_id, id) on delete cascade
);

-- Whoever changes something, an import of a million rows included, writes what it has to tell in the same transaction.
-- Workers hear of it when that commits.
create function queue_application_webhooks() returns trigger language plpgsql as $$
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
        when e.kind = 'moved' or (e.kind = 'reverted' and e.to_status_id is not null) then 'application.moved'
        when e.kind = 'disposition' then 'application.closed'
      end as event
    from entries e
  ) t
  join outgoing_webhooks w on w.workspace_id = t.workspace_id and w.active and t.event = any(w.events);
  perform pg_notify('muster_webhooks', w.workspace_id || ' ' || w.id)
  from outgoing_webhooks w
  where w.active and w.workspace_id in (select distinct e.workspace_id from entries e);
  return null;
end $$;
create trigger activity_logs_webhooks after insert on activity_logs
  referencing new table as entries for each statement execute function queue_application_webhooks();

create function queue_call_webhooks() returns trigger language plpgsql as $$
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
create trigger calls_webhooks_insert after insert on calls
  for each row when (new.lifecycle not in ('queued', 'ringing', 'in_progress')) execute function queue_call_webhooks();
create trigger calls_webhooks_update after update of lifecycle on calls
  for each row when (
    old.lifecycle in ('queued', 'ringing', 'in_progress') and new.lifecycle not in ('queued', 'ringing', 'in_progress')
  ) execute function queue_call_webhooks();

-- ---------------------------------------------------------------- privacy

-- What a workspace lets go of by itself; null: nothing.
create table retention_rules (
  workspace_id uuid primary key references workspaces (id),
  -- People whose last application was closed so many months ago, none of them hired.
  candidates_months integer check (candidates_months between 1 and 600),
  -- Files of applications that came to nothing so many months ago.
  files_months integer check (files_months between 1 and 600),
  -- What was said in calls, and where they were recorded.
  calls_months integer check (calls_months between 1 and 600),
  audit_years integer check (audit_years between 1 and 50),
  version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  updated_by uuid,
  last_run_at timestamptz(3),
  last_run jsonb,
  foreign key (workspace_id, updated_by) references users (workspace_id, id)
);

-- What stays of a person who was erased has a date and nothing else of them; late reports of their calls are not taken.
alter table candidates add column erased_at timestamptz(3);
alter table calls add column erased_at timestamptz(3);
create index candidates_erased on candidates (workspace_id, erased_at, id) where erased_at is not null;

-- ---------------------------------------------------------------- the audit log

alter table audit_logs
  -- The key it was done with.
  add column api_key_id uuid,
  -- The superadmin who looked through this person's eyes.
  add column impersonator_id uuid,
  add column user_agent text;
create index audit_logs_by_action on audit_logs (workspace_id, action, at, id);
create index audit_logs_by_subject on audit_logs (workspace_id, subject_id, at, id) where subject_id is not null;
create index audit_logs_by_ip on audit_logs (workspace_id, ip, at, id) where ip is not null;
create index audit_logs_search on audit_logs using gin (workspace_id, fold(details::text) gin_trgm_ops);

-- Failed sign-ins to addresses nobody here has: of no workspace, so not in a workspace's log.
create table unknown_logins (
  id uuid primary key,
  at timestamptz(3) not null default now(),
  -- Tells whether it was the same address, not which one.
  email_hash text not null,
  ip text,
  user_agent text
);
create index unknown_logins_by_time on unknown_logins (at, id);

-- The log only grows. The server's role loses the right to change it, and so that no grant gives it back by mistake, the
-- table itself refuses, whoever asks. What a workspace's own rule says has served its time is let go, and nothing else.
create function audit_logs_stay() returns trigger language plpgsql as $$
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
create trigger audit_logs_stay before update or delete on audit_logs for each row execute function audit_logs_stay();
create trigger audit_logs_stay_whole before truncate on audit_logs
  for each statement execute function audit_logs_stay();
revoke update, truncate on audit_logs from current_user;

-- A file that is erased is looked for here.
create index imports_by_file on imports (workspace_id, file_id) where file_id is not null;
