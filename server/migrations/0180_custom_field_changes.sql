-- Changes of custom fields that rewrite values: of the type, or of merged options. `before` and `after` are the settings
-- that such a change concerns.
create table custom_field_changes (
  workspace_id uuid not null,
  id uuid not null,
  field_id uuid not null,
  kind text not null check (kind in ('type', 'merge')),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'undone')),
  before jsonb not null,
  after jsonb not null,
  undoes uuid,
  user_id uuid,
  changed integer not null default 0,
  emptied integer not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, field_id) references custom_fields (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index custom_field_changes_field on custom_field_changes (workspace_id, field_id, created_at);
create unique index custom_field_changes_waiting on custom_field_changes (workspace_id, field_id)
  where state = 'waiting';
create index custom_field_changes_age on custom_field_changes (created_at);
create index custom_field_changes_user on custom_field_changes (workspace_id, user_id);

-- The values before such a change, of the rows that it changed. `new_value` is null where the value did not fit.
create table custom_field_former_values (
  workspace_id uuid not null,
  change_id uuid not null,
  row_id uuid not null,
  value jsonb not null,
  new_value jsonb,
  primary key (workspace_id, change_id, row_id),
  foreign key (workspace_id, change_id) references custom_field_changes (workspace_id, id) on delete cascade
);
create index custom_field_former_values_row on custom_field_former_values (workspace_id, row_id);

-- Whether a change of its values is waiting: the definition cannot change until then.
alter table custom_fields add column is_changing boolean not null default false;
