-- When an administrator hid the checklist of a new workspace, and when sample data were added.
alter table workspaces
  add column start_hidden_at timestamptz(3),
  add column sample_loaded_at timestamptz(3);

-- The records of the sample data. They hold no other mark: removing the sample deletes these and what belongs to its
-- people. Nothing refers to them, so the order of deletion does not matter here.
create table sample_records (
  workspace_id uuid not null references workspaces (id),
  kind text not null check (kind in ('company', 'user', 'agent', 'position', 'saved_view', 'candidate')),
  id uuid not null,
  primary key (workspace_id, kind, id)
);
