-- What lists of applications are sorted by: a row for each value of a sortable custom field, the candidate's included. The
-- values of all types are texts whose bytes sort as the values do, so one index serves all fields in both directions.
create table application_sort_keys (
  workspace_id uuid not null,
  application_id uuid not null,
  field_id uuid not null,
  value text collate "C" not null,
  primary key (workspace_id, application_id, field_id),
  foreign key (workspace_id, application_id) references applications (workspace_id, id) on delete cascade,
  foreign key (workspace_id, field_id) references custom_fields (workspace_id, id) on delete cascade
);
create index application_sort_keys_order on application_sort_keys (workspace_id, field_id, value, application_id);

-- `building`: the rows are incomplete. `stale`: some have a former name of a user. `removing`: they are not needed any more.
-- Null: there are none. `sort_version` is raised whenever the rows must be written again.
alter table custom_fields
  add column sort_state text check (sort_state in ('building', 'ready', 'stale', 'removing')),
  add column sort_version integer not null default 0;
create index custom_fields_sorted on custom_fields (workspace_id) where sort_state is not null;
