-- What whoever runs the installation does across its workspaces.

-- Nobody of a suspended workspace gets in; its data stay.
alter table workspaces
  add column suspended_at timestamptz(3),
  add column suspension_reason text;

-- A superadmin's look at the product through somebody's eyes: a session of that person that may change nothing, cannot
-- be renewed and ends by itself.
alter table sessions
  add column impersonator_workspace_id uuid,
  add column impersonator_id uuid,
  add column impersonation_reason text,
  add column expires_at timestamptz(3),
  add constraint sessions_impersonation_ends check (impersonator_id is null or expires_at is not null);
create index sessions_impersonated on sessions (expires_at) where impersonator_id is not null and ended_at is null;

-- How much a workspace holds, counted once an hour; small ones are counted when asked.
create table workspace_usage (
  workspace_id uuid primary key references workspaces (id),
  applications bigint not null,
  files bigint not null,
  storage_bytes bigint not null,
  counted_at timestamptz(3) not null default now()
);

-- People and letters of all workspaces, searched and in their order.
create index users_everywhere_by_id on users (id);
create index users_everywhere_by_created on users (created_at, id);
create index users_everywhere_by_name on users (lower(name), id);
create index users_everywhere_search on users using gin (fold(name) gin_trgm_ops, email gin_trgm_ops);
create index users_by_last_seen on users (workspace_id, last_seen_at desc) where last_seen_at is not null;
create index mails_by_id on mails (id);
create index mails_search on mails using gin (recipient gin_trgm_ops, fold(subject) gin_trgm_ops);
create index mails_waiting on mails (created_at desc, id desc) where sent_at is null;
