-- Pictures of people, invitations, the second factor, and what letters look like.

-- ---------------------------------------------------------------- pictures

-- Where the picture is kept; a new one has a new key, so browsers may keep what they have.
alter table users add column avatar_id uuid;

-- ---------------------------------------------------------------- sessions

-- To the minute: when the session last called.
alter table sessions add column used_at timestamptz(3) not null default now();
update sessions set used_at = rotated_at;
create index sessions_open on sessions (workspace_id, user_id, used_at desc) where ended_at is null;

-- ---------------------------------------------------------------- invitations

create table invitations (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  email text not null check (email = lower(email)),
  name text,
  role text not null,
  company_id uuid,
  invited_by uuid,
  -- Of the newest link; the ones before it are void.
  hash text not null,
  sent_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by uuid,
  revoked_at timestamptz(3),
  revoked_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, company_id) references companies (workspace_id, id),
  foreign key (workspace_id, invited_by) references users (workspace_id, id),
  foreign key (workspace_id, accepted_by) references users (workspace_id, id),
  foreign key (workspace_id, revoked_by) references users (workspace_id, id)
);
create index invitations_by_sent on invitations (workspace_id, sent_at, id);
create index invitations_by_email on invitations (workspace_id, email, id);
create unique index invitations_open_key on invitations (workspace_id, email)
  where accepted_at is null and revoked_at is null;

-- ---------------------------------------------------------------- second factor

alter table workspaces add column require_second_factor boolean not null default false;

-- Short enough that it is only good together with a second factor.
alter table logins add column short_password boolean not null default false;

create table second_factors (
  workspace_id uuid not null,
  user_id uuid not null,
  -- Sealed with the installation's key.
  secret text not null,
  -- Null while it is being set up: nothing is asked for then.
  confirmed_at timestamptz(3),
  -- The step of the last code taken; it and those before it are not taken again.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);

create table recovery_codes (
  workspace_id uuid not null,
  user_id uuid not null,
  hash text not null,
  used_at timestamptz(3),
  primary key (workspace_id, user_id, hash),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);

-- ---------------------------------------------------------------- mail

alter table mails add column html text;
