-- Browsers that somebody signed in with. Their attempts are counted apart, so that a stranger's wrong passwords do not
-- lock them out.
create table known_devices (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  hash text not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index known_devices_by_user on known_devices (workspace_id, user_id, used_at desc);

-- What the attempts of a session count against. Of sessions that began before, they count against the account.
alter table sessions add column device_id uuid;
