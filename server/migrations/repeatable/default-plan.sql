-- Here and not in the code, so that a server of the version before may go on making workspaces.
create or replace function workspaces_take_default_plan() returns trigger language plpgsql as $$
begin
  select id, terms into new.plan_id, new.plan_terms from plans where is_default;
  return new;
end
$$;

create or replace trigger workspaces_take_default_plan before insert on workspaces
  for each row when (new.plan_id is null) execute function workspaces_take_default_plan();
