-- Notes the subjects whose facts a statement changed, whichever version of the server runs it.
create or replace function note_fact_changes() returns trigger language plpgsql as $$
begin
  insert into fact_changes as c (workspace_id, subject_id)
  select distinct r.workspace_id, r.subject_id from changed_rows r
  order by 1, 2
  on conflict (workspace_id, subject_id) do update
    set version = nextval('fact_change_versions'), changed_at = clock_timestamp();
  return null;
end $$;
create or replace trigger facts_change_insert after insert on facts
  referencing new table as changed_rows for each statement execute function note_fact_changes();
create or replace trigger facts_change_update after update on facts
  referencing new table as changed_rows for each statement execute function note_fact_changes();
create or replace trigger facts_change_delete after delete on facts
  referencing old table as changed_rows for each statement execute function note_fact_changes();
