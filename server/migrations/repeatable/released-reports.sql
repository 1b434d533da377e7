-- Nodes of the version before count rows, whose functions are in migrations 0017 to 0070, until they are replaced. What
-- they keep for themselves no longer follows writes, so they must not build it again. Dropped with the release after.
create or replace function report_refresh(workspace uuid, subjects uuid[]) returns void language sql as '';

create or replace function report_states_stay_unready() returns trigger language plpgsql as $$
begin
  new.ready := false;
  return new;
end $$;
create or replace trigger report_states_stay_unready before insert or update on report_states
  for each row execute function report_states_stay_unready();
