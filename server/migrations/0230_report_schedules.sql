-- Saved reports that are emailed on a schedule. `month_day` beyond the end of a month is its last day.
create table report_schedules (
  workspace_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  weekdays smallint[] not null default '{}',
  month_day smallint,
  hour smallint not null,
  timezone text not null,
  with_rows boolean not null default false,
  is_paused boolean not null default false,
  -- The next time it is sent; null while it is paused.
  next_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, report_id) references saved_reports (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index report_schedules_report on report_schedules (workspace_id, report_id);
create index report_schedules_user on report_schedules (workspace_id, user_id);
create index report_schedules_due on report_schedules (next_at) where next_at is not null;

-- Rows of former recipients remain, so that nobody who unsubscribed is added again.
create table report_recipients (
  workspace_id uuid not null,
  schedule_id uuid not null,
  user_id uuid not null,
  unsubscribed_at timestamptz(3),
  removed_at timestamptz(3),
  primary key (workspace_id, schedule_id, user_id),
  foreign key (workspace_id, schedule_id) references report_schedules (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index report_recipients_user on report_recipients (workspace_id, user_id);

-- One row for each time that a report was sent. `schedule_id` is null for one that a user sent to themselves.
create table report_sendings (
  workspace_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  schedule_id uuid,
  user_id uuid not null,
  due_at timestamptz(3) not null default now(),
  -- Of one without a schedule.
  with_rows boolean not null default false,
  attempts integer not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, report_id) references saved_reports (workspace_id, id) on delete cascade,
  foreign key (workspace_id, schedule_id) references report_schedules (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create unique index report_sendings_occurrence on report_sendings (workspace_id, schedule_id, due_at);
create index report_sendings_report on report_sendings (workspace_id, report_id, created_at);
create index report_sendings_user on report_sendings (workspace_id, user_id);
create index report_sendings_created on report_sendings (created_at);

create table report_deliveries (
  workspace_id uuid not null,
  sending_id uuid not null,
  user_id uuid not null,
  outcome text not null default 'pending',
  mail_id uuid,
  ended_at timestamptz(3),
  primary key (workspace_id, sending_id, user_id),
  foreign key (workspace_id, sending_id) references report_sendings (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index report_deliveries_user on report_deliveries (workspace_id, user_id);

-- The address for List-Unsubscribe.
alter table mails add column unsubscribe_url text;

-- Removed when the email was sent.
create table mail_attachments (
  workspace_id uuid not null,
  mail_id uuid not null,
  place smallint not null,
  name text not null,
  content_type text not null,
  content bytea not null,
  primary key (workspace_id, mail_id, place),
  foreign key (workspace_id, mail_id) references mails (workspace_id, id) on delete cascade
);
