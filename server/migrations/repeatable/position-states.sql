create or replace function keep_position_state() returns trigger language plpgsql as $$
begin
  insert into position_states (workspace_id, position_id, state) values (new.workspace_id, new.id, new.state)
  on conflict (workspace_id, position_id, at) do update set state = excluded.state;
  return null;
end $$;

-- One made on hold is so from now on, whatever day it says it was opened.
create or replace trigger positions_state_new after insert on positions
  for each row when (new.state <> 'open') execute function keep_position_state();

create or replace trigger positions_state_changed after update of state on positions
  for each row when (new.state is distinct from old.state) execute function keep_position_state();
