-- What voice providers report of calls, what of it counts, and what is not known to be anybody's yet.

alter table calls
  -- Whoever said what came of it, or when to call back, other than the provider suggested; their word stands.
  add column outcome_set_by uuid,
  -- How it ended by the reports alone, whatever a person said since.
  add column reported_end_reason text,
  add column outcome_set_at timestamptz(3),
  add column suggested_callback_at timestamptz(3),
  -- What was done about the outcome, so that another one takes it back: the outcome, its move, its do-not-call.
  add column applied_outcome text,
  add column move_batch_id uuid,
  add column marked_do_not_call boolean not null default false,
  add column updated_at timestamptz(3) not null default now(),
  add foreign key (workspace_id, outcome_set_by) references users (workspace_id, id);

update calls set applied_outcome = outcome where outcome is not null;

-- A report often has nothing but the provider's own id.
create index calls_by_provider_call on calls (provider, provider_call_id) where provider_call_id is not null;
create index activity_logs_by_call on activity_logs (workspace_id, call_id) where call_id is not null;
create index agents_by_provider_agent on agents (provider_agent_id) where provider_agent_id is not null;

-- Which outcome moves an application where: [{ outcome, toType or toStageId, backwards }].
alter table pipelines add column outcome_rules jsonb not null default '[]';

-- Reports of calls whose workspace is not known: kept for the operator, and taken in once a later report tells.
create table unclaimed_voice_events (
  id uuid primary key,
  provider text not null,
  provider_call_id text,
  sha256 text not null,
  received_at timestamptz(3) not null default now(),
  event jsonb not null
);
create unique index unclaimed_voice_events_key on unclaimed_voice_events (provider, sha256);
create index unclaimed_voice_events_by_call on unclaimed_voice_events (provider, provider_call_id);
create index unclaimed_voice_events_by_received on unclaimed_voice_events (received_at, id);

-- A workspace's own secret with a provider, sealed with the installation's key.
create table voice_secrets (
  workspace_id uuid not null references workspaces (id),
  provider text not null check (provider in ('twilio', 'vapi', 'retell', 'generic')),
  sealed text not null,
  set_by uuid not null,
  set_at timestamptz(3) not null default now(),
  primary key (workspace_id, provider),
  foreign key (workspace_id, set_by) references users (workspace_id, id)
);
