-- Mailed links that confirmed an address, or were replaced or canceled: whoever opens one again guesses nothing.
create table spent_email_links (
  workspace_id uuid not null,
  user_id uuid not null,
  hash text not null,
  spent_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id, hash),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
