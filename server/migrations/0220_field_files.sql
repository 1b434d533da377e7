-- The files that are values of custom fields, of which rows. Triggers keep it: repeatable/field-files.sql.
create table custom_field_files (
  workspace_id uuid not null,
  file_id uuid not null,
  -- Without a foreign key: the files of a field that was removed are cleaned up afterwards.
  field_id uuid not null,
  row_id uuid not null,
  -- When the value became another one. The file is kept for a while, so that the change can be undone.
  detached_at timestamptz(3),
  primary key (workspace_id, file_id, field_id, row_id),
  foreign key (workspace_id, file_id) references files (workspace_id, id) on delete cascade
);
create index custom_field_files_row on custom_field_files (workspace_id, row_id);
create index custom_field_files_detached on custom_field_files (detached_at) where detached_at is not null;
