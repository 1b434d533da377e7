-- Cells that a person corrected before the import; the file stays as it is.

create table import_corrections (
  workspace_id uuid not null,
  import_id uuid not null,
  column_index integer not null,
  -- 0: every row whose cell says the original.
  row_number integer not null,
  -- What the cell says in the file.
  original text not null check (length(original) <= 500),
  value text not null,
  corrected_by uuid not null,
  corrected_at timestamptz(3) not null default now(),
  primary key (workspace_id, import_id, column_index, row_number, original),
  foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete cascade,
  foreign key (workspace_id, corrected_by) references users (workspace_id, id)
);
