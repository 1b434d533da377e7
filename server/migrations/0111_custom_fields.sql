-- Fields that a workspace adds to its records. The values are stored in custom_fields of the record's table, by key.
create table custom_fields (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  subject text not null check (subject in ('candidate', 'application', 'position', 'company', 'call')),
  key text collate "C" not null,
  label text not null,
  help text,
  type text not null,
  section text,
  unit text,
  currency text,
  options jsonb not null default '[]',
  validation jsonb not null default '{}',
  default_value jsonb,
  required_always boolean not null default false,
  required_from text,
  required_outcomes text[] not null default '{}',
  visible_to text[],
  editable_to text[],
  personal boolean not null default false,
  sortable boolean not null default false,
  ordinal integer not null,
  retired_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, id)
);
create unique index custom_fields_key_key on custom_fields (workspace_id, subject, key);
create unique index custom_fields_label_key on custom_fields (workspace_id, subject, lower(label))
  where retired_at is null;

-- Replaced by each change of a workspace's fields, so that nodes know whether those they have cached are current. Changes
-- lock the row, so they happen one after the other.
create table custom_field_versions (
  workspace_id uuid primary key references workspaces (id),
  version uuid not null
);

alter table candidates add column custom_fields jsonb not null default '{}';
alter table applications add column custom_fields jsonb not null default '{}';
alter table positions add column custom_fields jsonb not null default '{}';
alter table companies add column custom_fields jsonb not null default '{}';
alter table calls add column custom_fields jsonb not null default '{}';
