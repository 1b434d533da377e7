-- The callback and the due date that the owner of an application was reminded of last: each is reminded of once.
alter table applications
  add column reminded_callback_at timestamptz(3),
  add column reminded_due_at timestamptz(3);

-- Who has a reminder to be mailed, and when the last one was: several are put together in one email.
create table reminder_mails (
  workspace_id uuid not null,
  user_id uuid not null,
  wanted_since timestamptz(3),
  sent_at timestamptz(3),
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index reminder_mails_wanted on reminder_mails (workspace_id, user_id) where wanted_since is not null;
