-- Storage of each workspace, so that an upload is checked against its quota without adding up all files. Triggers append
-- changes, which never wait for each other; clean-up folds them into the totals. Old nodes are counted as well.
create table storage_usage (
  workspace_id uuid primary key references workspaces (id),
  files bigint not null default 0,
  bytes bigint not null default 0
);

create table storage_changes (
  workspace_id uuid not null references workspaces (id),
  id uuid not null default gen_random_uuid(),
  files bigint not null,
  bytes bigint not null,
  primary key (workspace_id, id)
);

-- Room for an upload that is still coming in. A node that dies leaves its reservations to expire.
create table storage_reservations (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  bytes bigint not null,
  is_analysis boolean not null,
  expires_at timestamptz(3) not null,
  primary key (workspace_id, id)
);

create function count_stored_files() returns trigger language plpgsql as $$
begin
  insert into storage_changes (workspace_id, files, bytes)
  select workspace_id,
    case tg_op when 'INSERT' then count(*) else -count(*) end,
    case tg_op when 'INSERT' then sum(size) else -sum(size) end
  from changed group by workspace_id;
  return null;
end $$;

create trigger files_stored after insert on files
referencing new table as changed for each statement execute function count_stored_files();
create trigger files_removed after delete on files
referencing old table as changed for each statement execute function count_stored_files();

insert into storage_usage (workspace_id, files, bytes)
select workspace_id, count(*), sum(size) from files group by workspace_id;

-- When a file was first attached to something; uploads that never were are removed after a day.
alter table files add column attached_at timestamptz(3);
