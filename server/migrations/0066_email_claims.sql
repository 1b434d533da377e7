-- An address that somebody is to sign in with, until its owner confirms it by a mailed link. Only confirmed addresses
-- are in `logins`, so a claim keeps nobody from an address. All addresses there are count as confirmed.
create table email_claims (
  workspace_id uuid not null,
  user_id uuid not null,
  email text not null check (email = lower(email)),
  -- Of the newest link; null until it was mailed.
  hash text,
  expires_at timestamptz(3) not null,
  -- For somebody new to whom a password was given.
  password_hash text,
  -- The session that asked for the change: it stays when the others end.
  session_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index email_claims_by_email on email_claims (email);
