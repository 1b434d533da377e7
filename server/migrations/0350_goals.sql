-- What a position or an owner should reach: so many of a measure in each week or month, or the openings of a position by a date.
create table goals (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  position_id uuid,
  owner_id uuid,
  measure text not null check (
    measure in (
      'hired', 'offers', 'interviews', 'submitted', 'qualified', 'newApplications', 'conversations', 'peopleSpokenWith',
      'callsPlaced', 'applicationsCalled'
    )
  ),
  period text not null check (period in ('week', 'month', 'date')),
  -- Null by a date: the openings of the position.
  target integer check (target between 1 and 1000000),
  due_on date,
  version integer not null default 1,
  updated_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, position_id) references positions (workspace_id, id) on delete cascade,
  foreign key (workspace_id, owner_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, updated_by) references users (workspace_id, id) on delete set null (updated_by),
  check ((position_id is null) <> (owner_id is null)),
  check ((period = 'date') = (due_on is not null) and (period = 'date') = (target is null)),
  check (period <> 'date' or (position_id is not null and measure = 'hired'))
);
create unique index goals_position_key on goals (workspace_id, position_id, measure, period) where position_id is not null;
create unique index goals_owner_key on goals (workspace_id, owner_id, measure, period) where owner_id is not null;
create index goals_by_user on goals (workspace_id, updated_by) where updated_by is not null;

-- The sample data have goals.
alter table sample_records drop constraint sample_records_kind_check;
alter table sample_records add constraint sample_records_kind_check
  check (kind in (
    'company', 'user', 'agent', 'position', 'saved_view', 'saved_report', 'report_dashboard', 'source_cost', 'goal', 'call_queue',
    'voice_campaign', 'candidate', 'custom_field'
  ));
