-- Returns a text whose bytes sort as the numbers do: the sign, then the bits, reversed for negative numbers.
create or replace function sortable_number(number double precision) returns text
language sql immutable strict parallel safe as $$
  select case
    when number < 0 then '0' || translate(encode(float8send(number), 'hex'), '0123456789abcdef', 'fedcba9876543210')
    else '1' || encode(float8send(number), 'hex')
  end
$$;

-- Returns what a value of a custom field is sorted by, or null. Options sort in their order, users by name.
create or replace function sort_key(field custom_fields, value jsonb) returns text language sql stable as $$
  select case
    when field.type = 'number' and jsonb_typeof(value) = 'number' then sortable_number((value #>> '{}')::float8)
    when field.type = 'money' and jsonb_typeof(value -> 'amount') = 'number'
      then sortable_number((value ->> 'amount')::float8)
    when jsonb_typeof(value) = 'boolean' then case when value = 'true' then '1' else '0' end
    when jsonb_typeof(value) is distinct from 'string' then null
    when field.type in ('date', 'dateTime') then value #>> '{}'
    when field.type = 'choice' then (
      select lpad(place::text, 3, '0') from jsonb_array_elements(field.options) with ordinality as o (option, place)
      where option ->> 'id' = value #>> '{}'
    )
    when field.type = 'user' then (
      select fold(u.name) from users u where u.workspace_id = field.workspace_id and u.id = (value #>> '{}')::uuid
    )
    -- An entry of an index has at most 2,700 bytes.
    else left(fold(value #>> '{}'), 500)
  end
$$;

create or replace function has_sort_keys(workspace uuid, subjects text[]) returns boolean language sql stable as $$
  select exists (
    select from custom_fields
    where workspace_id = workspace and sort_state in ('building', 'ready', 'stale') and subject = any(subjects)
  )
$$;

create or replace function is_open(application applications) returns boolean language sql immutable as $$
  select application.closed_at is null and application.deleted_at is null
$$;

-- Writes the sort keys of applications anew. The caller has locked their rows, so that no older values overwrite newer
-- ones.
create or replace function write_sort_keys(workspace uuid, ids uuid[]) returns void language plpgsql as $$
begin
  with wanted as materialized (
    select a.id as application_id, f.id as field_id, k.value, is_open(a) as is_open
    from custom_fields f
    cross join applications a
    join candidates c on c.workspace_id = workspace and c.id = a.candidate_id
    cross join lateral (
      select sort_key(f, case f.subject when 'application' then a.custom_fields else c.custom_fields end -> f.key)
    ) k (value)
    where f.workspace_id = workspace and f.sort_state in ('building', 'ready', 'stale')
      and a.workspace_id = workspace and a.id = any(ids) and k.value is not null
  ), removed as (
    delete from application_sort_keys k
    where k.workspace_id = workspace and k.application_id = any(ids)
      and not exists (select from wanted w where w.application_id = k.application_id and w.field_id = k.field_id)
  )
  insert into application_sort_keys as k (workspace_id, application_id, field_id, value, is_open)
  select workspace, application_id, field_id, value, is_open from wanted
  on conflict (workspace_id, application_id, field_id) do update set value = excluded.value, is_open = excluded.is_open
  where (k.value, k.is_open) is distinct from (excluded.value, excluded.is_open);
end $$;

-- A candidate that changes now does not see an application that is being added: whoever is second waits for the first.
create or replace function write_sort_keys_of_added() returns trigger language plpgsql as $$
declare
  workspace uuid;
begin
  for workspace in select distinct workspace_id from added loop
    if has_sort_keys(workspace, '{application,candidate}') then
      if has_sort_keys(workspace, '{candidate}') then
        perform from candidates c
        where c.workspace_id = workspace and c.id in (select candidate_id from added where workspace_id = workspace)
        order by c.id for no key update;
      end if;
      perform write_sort_keys(workspace, array(select id from added where workspace_id = workspace));
    end if;
  end loop;
  return null;
end $$;

create or replace trigger applications_write_sort_keys_of_added after insert on applications
  referencing new table as added for each statement execute function write_sort_keys_of_added();

create or replace function write_sort_keys_of_application() returns trigger language plpgsql as $$
begin
  if has_sort_keys(new.workspace_id, '{application,candidate}') then
    if old.candidate_id <> new.candidate_id then
      perform from candidates where workspace_id = new.workspace_id and id = new.candidate_id for no key update;
    end if;
    perform write_sort_keys(new.workspace_id, array[new.id]);
  end if;
  return null;
end $$;

create or replace trigger applications_write_sort_keys after update of custom_fields, candidate_id on applications
  for each row when (
    old.custom_fields is distinct from new.custom_fields or old.candidate_id is distinct from new.candidate_id
  ) execute function write_sort_keys_of_application();

create or replace function open_or_close_sort_keys() returns trigger language plpgsql as $$
begin
  update application_sort_keys set is_open = is_open(new)
  where workspace_id = new.workspace_id and application_id = new.id and is_open <> is_open(new);
  return null;
end $$;

create or replace trigger applications_open_or_close_sort_keys after update of closed_at, deleted_at on applications
  for each row when (is_open(old) <> is_open(new)) execute function open_or_close_sort_keys();

create or replace function write_sort_keys_of_candidate() returns trigger language plpgsql as $$
begin
  if has_sort_keys(new.workspace_id, '{candidate}') then
    perform write_sort_keys(new.workspace_id, array(
      select id from applications where workspace_id = new.workspace_id and candidate_id = new.id
    ));
  end if;
  return null;
end $$;

-- It fires after candidates_stamp_applications, which locks the applications.
create or replace trigger candidates_write_sort_keys after update of custom_fields on candidates
  for each row when (old.custom_fields is distinct from new.custom_fields)
  execute function write_sort_keys_of_candidate();

-- A user may be the value of many applications: the job writes their keys.
create or replace function mark_sort_keys_of_users() returns trigger language plpgsql as $$
begin
  update custom_fields
  set sort_version = sort_version + 1, sort_state = case sort_state when 'ready' then 'stale' else sort_state end
  where workspace_id = new.workspace_id and type = 'user' and sort_state in ('building', 'ready', 'stale');
  return null;
end $$;

create or replace trigger users_mark_sort_keys after update of name on users
  for each row when (old.name is distinct from new.name) execute function mark_sort_keys_of_users();
