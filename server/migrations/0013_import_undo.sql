-- Imports can be taken back: how far that is, what was left as it is and why.

alter table imports
  add column undo_state text check (undo_state in ('queued', 'running', 'completed', 'failed')),
  add column undo_by uuid,
  add column undo_at timestamptz(3),
  add column undo_started_at timestamptz(3),
  add column undo_finished_at timestamptz(3),
  add column undo_error text,
  -- The last person who is done; committed together with what was taken back. Rows are taken back person by person.
  add column undo_last_candidate uuid,
  add column undone_count integer not null default 0,
  add column kept_count integer not null default 0,
  add foreign key (workspace_id, undo_by) references users (workspace_id, id);

-- When the row was carried out, exactly as the entries it wrote into histories say: tells them from later ones.
alter table import_rows add column written_at timestamptz(3);
alter table import_rows alter column written_at set default now();
create index import_rows_taken on import_rows (workspace_id, import_id, candidate_id, row_number)
  where result in ('created', 'updated');

create table import_kept_rows (
  workspace_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  code text not null,
  primary key (workspace_id, import_id, row_number),
  foreign key (workspace_id, import_id, row_number) references import_rows (workspace_id, import_id, row_number)
);

-- A person or an application whose `version` says the same again as `same_as` did: an import before the one that was
-- taken back finds what it left.
create table import_restored (
  workspace_id uuid not null references workspaces (id),
  subject_id uuid not null,
  version integer not null,
  same_as integer not null,
  primary key (workspace_id, subject_id, version)
);
