create or replace function count_stored_files() returns trigger language plpgsql as $$
begin
  insert into storage_changes (workspace_id, files, bytes)
  select workspace_id,
    case tg_op when 'INSERT' then count(*) else -count(*) end,
    case tg_op when 'INSERT' then sum(size) else -sum(size) end
  from changed group by workspace_id;
  return null;
end $$;

create or replace trigger files_stored after insert on files
referencing new table as changed for each statement execute function count_stored_files();

create or replace trigger files_removed after delete on files
referencing old table as changed for each statement execute function count_stored_files();
