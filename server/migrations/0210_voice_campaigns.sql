-- Keys that place calls through the workspace's own account with a voice provider, sealed with the installation's key.
create table voice_accounts (
  workspace_id uuid not null references workspaces (id),
  provider text not null check (provider in ('twilio', 'vapi', 'retell')),
  -- Twilio's Account SID.
  account_id text,
  sealed text not null,
  set_by uuid not null,
  set_at timestamptz(3) not null default now(),
  primary key (workspace_id, provider),
  foreign key (workspace_id, set_by) references users (workspace_id, id)
);

-- A voice agent calls the people of a call queue. Whom it calls, when and how often follows from the queue.
create table voice_campaigns (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  queue_id uuid,
  agent_id uuid not null,
  state text not null default 'draft' check (state in ('draft', 'running', 'paused', 'ended')),
  -- Why it is paused, and what the provider said.
  pause_reason text check (
    pause_reason in ('user', 'starter_lost_access', 'no_account', 'number_unknown', 'provider_refused', 'provider_failed')
  ),
  pause_detail text,
  max_concurrent smallint not null,
  minutes_per_day integer,
  cost_per_day_minor bigint,
  currency text not null,
  only_with_consent boolean not null,
  -- It calls the people whom this user may see.
  started_by uuid,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  -- When calls may be placed next, how many requests in a row the provider did not take, and whether nobody was ready.
  next_at timestamptz(3) not null default now(),
  failures smallint not null default 0,
  nobody_ready boolean not null default false,
  created_by uuid not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, queue_id) references call_queues (workspace_id, id) on delete set null (queue_id),
  foreign key (workspace_id, agent_id) references agents (workspace_id, id),
  foreign key (workspace_id, started_by) references users (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id)
);
create unique index voice_campaigns_name_key on voice_campaigns (workspace_id, lower(name)) where deleted_at is null;
create index voice_campaigns_running on voice_campaigns (next_at) where state = 'running' and deleted_at is null;
create index voice_campaigns_deleted on voice_campaigns (deleted_at) where deleted_at is not null;
create index voice_campaigns_queue on voice_campaigns (workspace_id, queue_id);
create index voice_campaigns_agent on voice_campaigns (workspace_id, agent_id);

alter table calls add column campaign_id uuid;
alter table calls add foreign key (workspace_id, campaign_id) references voice_campaigns (workspace_id, id) not valid;
create index calls_by_campaign on calls (workspace_id, campaign_id, started_at, id) where campaign_id is not null;

-- A campaign claims people too; it is nobody's claim.
alter table call_claims alter column user_id drop not null;
