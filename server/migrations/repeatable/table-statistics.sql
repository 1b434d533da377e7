-- Before PostgreSQL 17 only an owner may analyze a table.
create or replace function refresh_table_statistics(name text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found regclass;
begin
  select c.oid into found from pg_class c
  where c.relname = name and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p');
  if found is not null then execute format('analyze %s', found); end if;
end $$;
