-- Whom to call, in which order, when and how often. A queue stores no people: its filters select them.
create table call_queues (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  filters jsonb not null default '{}',
  "order" text not null,
  -- Minutes after midnight on the clock of the person called.
  call_from smallint not null,
  call_to smallint not null,
  weekdays smallint[] not null,
  max_tries smallint not null,
  tries_per_day smallint not null,
  hours_between smallint not null,
  script text,
  created_by uuid not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id)
);
create unique index call_queues_name_key on call_queues (workspace_id, lower(name)) where deleted_at is null;
create index call_queues_deleted on call_queues (deleted_at) where deleted_at is not null;

-- The people who are being called, each by one user; `skipped`: they are left alone until then.
create table call_claims (
  workspace_id uuid not null,
  candidate_id uuid not null,
  application_id uuid not null,
  queue_id uuid not null,
  user_id uuid not null,
  skipped boolean not null default false,
  until timestamptz(3) not null,
  primary key (workspace_id, candidate_id),
  foreign key (workspace_id, candidate_id) references candidates (workspace_id, id) on delete cascade,
  foreign key (workspace_id, application_id) references applications (workspace_id, id) on delete cascade,
  foreign key (workspace_id, queue_id) references call_queues (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create unique index call_claims_user_key on call_claims (workspace_id, user_id) where not skipped;
create index call_claims_until on call_claims (until);
create index call_claims_application on call_claims (workspace_id, application_id);
create index call_claims_queue on call_claims (workspace_id, queue_id);
