-- Who has what open right now. Not worth a write-ahead log: a minute after a crash everyone has been seen again.
create unlogged table visits (
  workspace_id uuid not null references workspaces (id),
  user_id uuid not null,
  -- One open page; made by the browser.
  id uuid not null,
  subject_type text not null check (subject_type in ('board', 'application')),
  subject_id uuid not null,
  seen_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index visits_by_subject on visits (workspace_id, subject_type, subject_id, user_id);
create index visits_by_time on visits (seen_at);
