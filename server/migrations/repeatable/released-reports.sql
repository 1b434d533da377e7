-- Nodes of release 0.1.0 call the functions of migrations 0017 to 0070, and count rows while their totals are not ready.
-- Those totals no longer follow writes, so they must stay unready. Drop these objects one release later.
create or replace function report_refresh(workspace uuid, subjects uuid[]) returns void language sql as '';

create or replace function report_states_stay_unready() returns trigger language plpgsql as $$
begin
  new.ready := false;
  return new;
end $$;
create or replace trigger report_states_stay_unready before insert or update on report_states
  for each row execute function report_states_stay_unready();
