-- The tables of Muster. Every tenant table carries workspace_id in its primary, unique and foreign keys, so a row
-- cannot point into another workspace and the schema can be distributed by workspace_id as it stands.
-- Timestamps keep milliseconds: what JSON carries, so that a keyset cursor is exact.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- ---------------------------------------------------------------- the installation (no tenant)

create table installation (
  id boolean primary key default true check (id),
  -- Signs access tokens and derives refresh successors; shared by all nodes.
  secret text not null,
  created_at timestamptz(3) not null default now()
);

create table workspaces (
  id uuid primary key,
  name text not null,
  timezone text not null default 'UTC',
  default_country text not null default 'US',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- E-mail is unique over the installation: sign-in knows an address before it knows a workspace.
create table logins (
  email text primary key check (email = lower(email)),
  workspace_id uuid not null,
  user_id uuid not null,
  password_hash text
);

-- Failed sign-ins by address typed or network address, known or not, so that guessing learns nothing.
create table login_failures (
  key text primary key,
  failures integer not null,
  first_at timestamptz(3) not null,
  locked_until timestamptz(3)
);

create table plans (
  id uuid primary key,
  name text not null,
  description text,
  price_monthly_minor bigint,
  price_yearly_minor bigint,
  currency text not null default 'USD',
  limits jsonb not null default '{}',
  features jsonb not null default '[]',
  ordinal integer not null default 0,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

-- ---------------------------------------------------------------- people who work here

create table companies (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  name text not null,
  website text,
  contact_name text,
  contact_email text,
  contact_phone text,
  notes text,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (workspace_id, id)
);
create unique index companies_name_key on companies (workspace_id, lower(name)) where deleted_at is null;
create index companies_by_created on companies (workspace_id, created_at, id);
create index companies_by_name on companies (workspace_id, lower(name), id);
create index companies_search on companies using gin (workspace_id, lower(name) gin_trgm_ops);

create table users (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  email text not null,
  name text not null,
  role text not null,
  granted_permissions text[] not null default '{}',
  revoked_permissions text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'suspended')),
  -- The client a reviewer reads for.
  company_id uuid,
  last_seen_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, company_id) references companies (workspace_id, id)
);
create unique index users_email_key on users (workspace_id, email);
create index users_by_name on users (workspace_id, lower(name), id);
create index users_by_created on users (workspace_id, created_at, id);

-- One row a sign-in. Its refresh tokens form a chain of which the last two hashes are known.
create table sessions (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  current_hash text not null,
  previous_hash text,
  rotated_at timestamptz(3) not null default now(),
  user_agent text,
  ip text,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  end_reason text,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index sessions_by_user on sessions (workspace_id, user_id, created_at desc);

create table password_tokens (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  hash text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index password_tokens_by_user on password_tokens (workspace_id, user_id);

create table subscriptions (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  plan_id uuid not null,
  status text not null,
  period_start timestamptz(3) not null,
  period_end timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id)
);

create table mails (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  error text,
  primary key (workspace_id, id)
);
create index mails_by_created on mails (created_at desc, id desc);

create table audit_logs (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  at timestamptz(3) not null default now(),
  user_id uuid,
  action text not null,
  subject_kind text,
  subject_id uuid,
  ip text,
  details jsonb not null default '{}',
  primary key (workspace_id, id)
);
create index audit_logs_by_time on audit_logs (workspace_id, at desc, id desc);

create table files (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  name text not null,
  content_type text not null,
  size integer not null,
  sha256 text not null,
  storage_key text not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id)
);

-- ---------------------------------------------------------------- pipelines and positions

create table pipelines (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  name text not null,
  is_default boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (workspace_id, id)
);
create unique index pipelines_name_key on pipelines (workspace_id, lower(name)) where deleted_at is null;
create unique index pipelines_default_key on pipelines (workspace_id) where is_default and deleted_at is null;
create index pipelines_by_name on pipelines (workspace_id, lower(name), id);
create index pipelines_by_created on pipelines (workspace_id, created_at, id);

create table stages (
  workspace_id uuid not null,
  id uuid not null,
  pipeline_id uuid not null,
  name text not null,
  type text not null check (type in ('lead', 'contacted', 'qualified', 'submitted', 'interview', 'offer', 'hired', 'closed')),
  color text not null,
  sla_days double precision,
  ordinal integer not null,
  version integer not null default 1,
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, pipeline_id) references pipelines (workspace_id, id)
);
create unique index stages_name_key on stages (workspace_id, pipeline_id, lower(name)) where deleted_at is null;
create index stages_by_pipeline on stages (workspace_id, pipeline_id, ordinal);

create table positions (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  name text not null,
  company_id uuid not null,
  pipeline_id uuid,
  state text not null default 'open' check (state in ('open', 'on_hold', 'closed')),
  openings integer not null default 1 check (openings > 0),
  location text,
  description text,
  owner_id uuid,
  hiring_manager_id uuid,
  opened_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, company_id) references companies (workspace_id, id),
  foreign key (workspace_id, pipeline_id) references pipelines (workspace_id, id),
  foreign key (workspace_id, owner_id) references users (workspace_id, id),
  foreign key (workspace_id, hiring_manager_id) references users (workspace_id, id)
);
create index positions_by_company on positions (workspace_id, company_id);
create index positions_by_pipeline on positions (workspace_id, pipeline_id);
create index positions_by_hiring_manager on positions (workspace_id, hiring_manager_id);
create index positions_by_created on positions (workspace_id, created_at, id);
create index positions_by_name on positions (workspace_id, lower(name), id);
create index positions_search on positions using gin (workspace_id, lower(name) gin_trgm_ops);

-- Soft-deleted so that the history keeps the names it speaks of.
create table statuses (
  workspace_id uuid not null,
  id uuid not null,
  position_id uuid not null,
  -- The pipeline stage it was copied from: the column it belongs to on the pipeline's board.
  stage_id uuid,
  name text not null,
  type text not null check (type in ('lead', 'contacted', 'qualified', 'submitted', 'interview', 'offer', 'hired', 'closed')),
  color text not null,
  sla_days double precision,
  ordinal integer not null,
  version integer not null default 1,
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  unique (workspace_id, position_id, id),
  foreign key (workspace_id, position_id) references positions (workspace_id, id),
  foreign key (workspace_id, stage_id) references stages (workspace_id, id)
);
create unique index statuses_name_key on statuses (workspace_id, position_id, lower(name)) where deleted_at is null;
create index statuses_by_position on statuses (workspace_id, position_id, ordinal);
create index statuses_by_stage on statuses (workspace_id, stage_id);

-- ---------------------------------------------------------------- candidates and applications

create table candidates (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  name text not null,
  email text,
  phone text,
  phone_extension text,
  profile_url text,
  external_id text,
  location text,
  current_company text,
  current_title text,
  notes text,
  tags text[] not null default '{}',
  do_not_call boolean not null default false,
  consent text not null default 'unknown' check (consent in ('unknown', 'given', 'withdrawn')),
  resume_file_id uuid,
  search_text text not null generated always as
    (lower(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) stored,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, resume_file_id) references files (workspace_id, id)
);
create index candidates_by_email on candidates (workspace_id, email) where email is not null;
create index candidates_by_phone on candidates (workspace_id, phone) where phone is not null;
create index candidates_by_profile_url on candidates (workspace_id, profile_url) where profile_url is not null;
create index candidates_by_external_id on candidates (workspace_id, external_id) where external_id is not null;
create index candidates_by_created on candidates (workspace_id, created_at, id) where deleted_at is null;
create index candidates_by_name on candidates (workspace_id, lower(name), id) where deleted_at is null;
create index candidates_by_tag on candidates using gin (workspace_id, tags);
create index candidates_search on candidates using gin (workspace_id, search_text gin_trgm_ops);

create table imports (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  file_id uuid not null,
  file_name text not null,
  created_by uuid not null,
  state text not null check (state in ('analyzed', 'queued', 'running', 'completed', 'failed', 'canceled')),
  header_key text,
  analysis jsonb not null default '{}',
  settings jsonb,
  total_rows integer,
  -- The last row that is done; committed together with what the row made.
  last_row integer not null default 0,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  skipped_count integer not null default 0,
  conflict_count integer not null default 0,
  invalid_count integer not null default 0,
  error text,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, file_id) references files (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id)
);
create index imports_by_created on imports (workspace_id, created_at desc, id desc);

create table applications (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  candidate_id uuid not null,
  position_id uuid not null,
  status_id uuid not null,
  -- Of the status; kept here because every list and report filters by it.
  status_type text not null,
  -- The furthest type it ever reached on the way to a hire, 0 (lead) to 6 (hired).
  reached smallint not null default 0,
  rank text collate "C" not null,
  entered_status_at timestamptz(3) not null default now(),
  due_at timestamptz(3),
  owner_id uuid,
  source text,
  tags text[] not null default '{}',
  last_contact_at timestamptz(3),
  last_contact_result text,
  call_attempts integer not null default 0,
  callback_at timestamptz(3),
  disposition text,
  closed_at timestamptz(3),
  applied_at timestamptz(3) not null default now(),
  external_id text,
  resume_file_id uuid,
  import_id uuid,
  import_row integer,
  -- The candidate's, kept here for sorting and searching at a million rows.
  candidate_name text not null,
  candidate_search text not null,
  last_activity_at timestamptz(3) not null default now(),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, candidate_id) references candidates (workspace_id, id),
  foreign key (workspace_id, position_id) references positions (workspace_id, id),
  -- A status of another position cannot be pointed at.
  foreign key (workspace_id, position_id, status_id) references statuses (workspace_id, position_id, id),
  foreign key (workspace_id, owner_id) references users (workspace_id, id),
  foreign key (workspace_id, resume_file_id) references files (workspace_id, id),
  foreign key (workspace_id, import_id) references imports (workspace_id, id),
  check ((closed_at is null) = (disposition is null))
);
create unique index applications_rank_key on applications (workspace_id, status_id, rank) where deleted_at is null;
create unique index applications_open_key on applications (workspace_id, position_id, candidate_id)
  where closed_at is null and deleted_at is null;
create unique index applications_import_key on applications (workspace_id, import_id, import_row) where import_id is not null;
create index applications_by_activity on applications (workspace_id, last_activity_at, id) where deleted_at is null;
create index applications_by_created on applications (workspace_id, created_at, id) where deleted_at is null;
create index applications_by_applied on applications (workspace_id, applied_at, id) where deleted_at is null;
create index applications_by_name on applications (workspace_id, lower(candidate_name), id) where deleted_at is null;
create index applications_by_entered on applications (workspace_id, entered_status_at, id) where deleted_at is null;
create index applications_by_due on applications (workspace_id, coalesce(due_at, 'infinity'), id) where deleted_at is null;
create index applications_by_callback on applications (workspace_id, coalesce(callback_at, 'infinity'), id)
  where deleted_at is null;
create index applications_by_position on applications (workspace_id, position_id, last_activity_at, id) where deleted_at is null;
create index applications_by_status on applications (workspace_id, status_id, last_activity_at, id) where deleted_at is null;
create index applications_by_status_due on applications (workspace_id, status_id, due_at)
  where deleted_at is null and closed_at is null and due_at is not null;
create index applications_by_type on applications (workspace_id, status_type, last_activity_at, id) where deleted_at is null;
create index applications_by_owner on applications (workspace_id, owner_id, last_activity_at, id) where deleted_at is null;
create index applications_by_source on applications (workspace_id, source, last_activity_at, id) where deleted_at is null;
create index applications_by_closed on applications (workspace_id, closed_at, id) where deleted_at is null and closed_at is not null;
create index applications_counts on applications (workspace_id, position_id, status_type) where deleted_at is null;
create index applications_by_candidate on applications (workspace_id, candidate_id);
create index applications_by_tag on applications using gin (workspace_id, tags);
create index applications_search on applications using gin (workspace_id, candidate_search gin_trgm_ops);

create table import_rows (
  workspace_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  result text not null check (result in ('created', 'updated', 'skipped', 'conflict', 'invalid')),
  candidate_id uuid,
  -- The row made the person, not only the application.
  candidate_is_new boolean not null default false,
  application_id uuid,
  code text,
  message text,
  -- The original cells, kept only where the row was refused, for the report.
  cells jsonb,
  -- What an update replaced, so that it can be taken back.
  before jsonb,
  primary key (workspace_id, import_id, row_number),
  foreign key (workspace_id, import_id) references imports (workspace_id, id)
);
create unique index import_rows_new_candidate_key on import_rows (workspace_id, import_id, candidate_id)
  where candidate_is_new;
create index import_rows_refused on import_rows (workspace_id, import_id, row_number)
  where result in ('conflict', 'invalid');

create table import_mappings (
  workspace_id uuid not null references workspaces (id),
  -- Hash of the normalised set of headers.
  header_key text not null,
  mapping jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, header_key)
);

-- ---------------------------------------------------------------- dispositions and their reasons

create table reasons (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  party text not null check (party in ('us', 'company', 'candidate')),
  name text not null,
  ordinal integer not null,
  hidden boolean not null default false,
  primary key (workspace_id, id)
);
create unique index reasons_name_key on reasons (workspace_id, party, lower(name));

create table dispositions (
  workspace_id uuid not null,
  application_id uuid not null,
  kind text not null,
  reason_id uuid,
  note text,
  -- Where it stood when decided.
  status_id uuid not null,
  status_type text not null,
  decided_at timestamptz(3) not null default now(),
  decided_by uuid,
  primary key (workspace_id, application_id),
  foreign key (workspace_id, application_id) references applications (workspace_id, id),
  foreign key (workspace_id, reason_id) references reasons (workspace_id, id),
  foreign key (workspace_id, status_id) references statuses (workspace_id, id),
  foreign key (workspace_id, decided_by) references users (workspace_id, id)
);
create index dispositions_by_reason on dispositions (workspace_id, reason_id);

-- ---------------------------------------------------------------- agents and calls

create table agents (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('human', 'voice')),
  status text not null default 'available' check (status in ('available', 'busy', 'offline', 'paused')),
  capacity integer not null default 1,
  languages text[] not null default '{}',
  phone text,
  provider text,
  provider_agent_id text,
  user_id uuid,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index agents_by_name on agents (workspace_id, lower(name), id);

create table agent_positions (
  workspace_id uuid not null,
  agent_id uuid not null,
  position_id uuid not null,
  primary key (workspace_id, agent_id, position_id),
  foreign key (workspace_id, agent_id) references agents (workspace_id, id),
  foreign key (workspace_id, position_id) references positions (workspace_id, id)
);

create table calls (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  application_id uuid,
  candidate_id uuid,
  agent_id uuid,
  direction text not null default 'outbound' check (direction in ('outbound', 'inbound')),
  lifecycle text not null,
  end_reason text,
  raw_end_reason text,
  outcome text,
  suggested_outcome text,
  callback_at timestamptz(3),
  from_number text,
  to_number text,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  duration_seconds integer,
  summary text,
  transcript text,
  recording_url text,
  cost_minor bigint,
  currency text,
  provider text,
  provider_call_id text,
  raw jsonb,
  logged_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, application_id) references applications (workspace_id, id),
  foreign key (workspace_id, candidate_id) references candidates (workspace_id, id),
  foreign key (workspace_id, agent_id) references agents (workspace_id, id),
  foreign key (workspace_id, logged_by) references users (workspace_id, id)
);
create unique index calls_provider_key on calls (workspace_id, provider, provider_call_id) where provider_call_id is not null;
create index calls_by_started on calls (workspace_id, started_at, id);
create index calls_by_application on calls (workspace_id, application_id, started_at, id);
create index calls_by_agent on calls (workspace_id, agent_id, started_at, id);

-- ---------------------------------------------------------------- what happened

create table activity_logs (
  workspace_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  -- Of the application then; reports count by it without a join.
  position_id uuid not null,
  kind text not null,
  at timestamptz(3) not null default now(),
  user_id uuid,
  agent_id uuid,
  from_status_id uuid,
  to_status_id uuid,
  from_type text,
  to_type text,
  cause text,
  field text,
  old_value text,
  new_value text,
  body text,
  mentions uuid[] not null default '{}',
  call_id uuid,
  file_id uuid,
  -- What was done together, to be taken back together.
  batch_id uuid,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  reverted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, application_id) references applications (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id),
  foreign key (workspace_id, agent_id) references agents (workspace_id, id),
  foreign key (workspace_id, from_status_id) references statuses (workspace_id, id),
  foreign key (workspace_id, to_status_id) references statuses (workspace_id, id),
  foreign key (workspace_id, call_id) references calls (workspace_id, id),
  foreign key (workspace_id, file_id) references files (workspace_id, id)
);
create index activity_logs_by_application on activity_logs (workspace_id, application_id, at, id);
create index activity_logs_by_batch on activity_logs (workspace_id, batch_id) where batch_id is not null;
create index activity_logs_by_type on activity_logs (workspace_id, to_type, at) include (application_id, position_id)
  where to_type is not null and reverted_at is null;

create table notifications (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  text text not null,
  application_id uuid,
  import_id uuid,
  at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id),
  foreign key (workspace_id, application_id) references applications (workspace_id, id),
  foreign key (workspace_id, import_id) references imports (workspace_id, id)
);
create index notifications_by_user on notifications (workspace_id, user_id, at, id);
create index notifications_unread on notifications (workspace_id, user_id) where read_at is null;

create table saved_views (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  screen text not null,
  query jsonb not null default '{}',
  columns text[] not null default '{}',
  shared boolean not null default false,
  is_default boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create unique index saved_views_name_key on saved_views (workspace_id, user_id, screen, lower(name));
create index saved_views_shared on saved_views (workspace_id) where shared;

-- ---------------------------------------------------------------- plumbing

create table idempotency_keys (
  workspace_id uuid not null,
  user_id uuid not null,
  key text not null,
  endpoint text not null,
  request_hash text not null,
  status integer,
  response jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id, key),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index idempotency_keys_by_created on idempotency_keys (created_at);

-- The live stream's memory, so that a client or a node that was away catches up.
create table live_events (
  workspace_id uuid not null references workspaces (id),
  id bigint generated always as identity,
  at timestamptz(3) not null default now(),
  event jsonb not null,
  -- Ids are taken before their transactions commit, so an event can turn up behind newer ones. Whoever has seen
  -- this one has seen all of transactions before `horizon`, and may yet miss any of one that is not.
  xid xid8 not null default pg_current_xact_id(),
  horizon xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  primary key (workspace_id, id)
);
create index live_events_by_id on live_events (id);
create index live_events_by_time on live_events (at);
