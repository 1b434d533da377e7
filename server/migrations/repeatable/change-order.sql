-- A change happens when its transaction begins. One that began before the last change of the row, and waited for it,
-- would be logged before the change it follows: it starts again. A clock that was set back refuses nothing.
create or replace function refuse_earlier_change() returns trigger language plpgsql as $$
begin
  raise exception 'changed since the transaction began' using errcode = 'serialization_failure';
end $$;

create or replace trigger applications_change_order before update on applications
for each row when (new.updated_at < old.updated_at and old.updated_at <= clock_timestamp())
execute function refuse_earlier_change();
