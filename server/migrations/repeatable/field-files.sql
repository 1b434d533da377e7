create or replace function has_file_fields(workspace uuid, of_subject text) returns boolean language sql stable as $$
  select exists (
    select from custom_fields where workspace_id = workspace and subject = of_subject and type = 'file'
  )
$$;

-- Attaches and detaches the files of a row whose custom fields have changed.
create or replace function write_field_files(
  workspace uuid, of_subject text, of_row uuid, before jsonb, after jsonb
) returns void language plpgsql as $$
begin
  update custom_field_files x set detached_at = now()
  from custom_fields d
  where d.workspace_id = workspace and d.subject = of_subject and d.type = 'file'
    and before ? d.key and before -> d.key is distinct from after -> d.key
    and x.workspace_id = workspace and x.field_id = d.id and x.row_id = of_row
    and x.file_id::text = before ->> d.key and x.detached_at is null;
  -- A file that was deleted meanwhile has no row to refer to.
  insert into custom_field_files (workspace_id, file_id, field_id, row_id)
  select workspace, f.id, d.id, of_row
  from custom_fields d
  join files f on f.workspace_id = workspace and f.id = (after ->> d.key)::uuid
  where d.workspace_id = workspace and d.subject = of_subject and d.type = 'file'
    and after ? d.key and after -> d.key is distinct from before -> d.key
  on conflict (workspace_id, file_id, field_id, row_id) do update set detached_at = null;
end $$;

create or replace function write_field_files_of_added() returns trigger language plpgsql as $$
declare
  workspace uuid;
begin
  for workspace in select distinct workspace_id from added loop
    if has_file_fields(workspace, tg_argv[0]) then
      perform write_field_files(workspace, tg_argv[0], id, '{}', custom_fields)
      from added where workspace_id = workspace and custom_fields <> '{}';
    end if;
  end loop;
  return null;
end $$;

create or replace function write_field_files_of_row() returns trigger language plpgsql as $$
begin
  if has_file_fields(old.workspace_id, tg_argv[0]) then
    perform write_field_files(
      old.workspace_id, tg_argv[0], old.id, old.custom_fields,
      case when tg_op = 'UPDATE' then new.custom_fields else '{}' end
    );
  end if;
  return null;
end $$;

do $$
declare
  kind record;
begin
  for kind in
    select * from (values
      ('candidates', 'candidate'), ('applications', 'application'), ('positions', 'position'),
      ('companies', 'company'), ('calls', 'call')
    ) as kinds (table_name, subject)
  loop
    execute format(
      'create or replace trigger %1$s_write_field_files_of_added after insert on %1$I
         referencing new table as added for each statement execute function write_field_files_of_added(%2$L)',
      kind.table_name, kind.subject
    );
    execute format(
      'create or replace trigger %1$s_write_field_files after update of custom_fields on %1$I
         for each row when (old.custom_fields is distinct from new.custom_fields)
         execute function write_field_files_of_row(%2$L)',
      kind.table_name, kind.subject
    );
    execute format(
      'create or replace trigger %1$s_detach_field_files after delete on %1$I
         for each row when (old.custom_fields <> ''{}'') execute function write_field_files_of_row(%2$L)',
      kind.table_name, kind.subject
    );
  end loop;
end $$;
