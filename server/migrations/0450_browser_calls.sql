-- With which API key, TwiML App and number of the workspace's Twilio account users call in the browser. It goes with the account.
create table browser_call_settings (
  workspace_id uuid not null references workspaces (id),
  provider text not null default 'twilio',
  key_id text not null,
  -- The secret of the API key, sealed with the installation's key.
  sealed text not null,
  app_id text not null,
  caller_number text not null,
  set_by uuid not null,
  set_at timestamptz(3) not null default now(),
  primary key (workspace_id),
  foreign key (workspace_id, provider) references voice_accounts (workspace_id, provider) on delete cascade,
  foreign key (workspace_id, set_by) references users (workspace_id, id)
);

-- Twilio's ID of the browser's side of a call that a user placed there; `provider_call_id` is the side of the person.
alter table calls add column parent_call_id text;
-- How the user said that such a call ended. It counts before what the provider reports.
alter table calls add column logged_end_reason text;
