-- Named queries of Explore. `roles`: with whom it is shared; empty: with nobody.
create table saved_reports (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  folder text not null default '',
  query jsonb not null,
  roles text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create unique index saved_reports_name_key on saved_reports (workspace_id, user_id, lower(folder), lower(name))
  where deleted_at is null;
create index saved_reports_shared on saved_reports (workspace_id) where roles <> '{}' and deleted_at is null;
create index saved_reports_deleted on saved_reports (deleted_at) where deleted_at is not null;
