-- What a report has read of the sums stays right until they change: so each state of them has a name of its own, and what
-- was read of one is not read again. Only compaction and rebuilding change them.
alter table report_states add column version uuid not null default gen_random_uuid();

create or replace function report_compact(workspace uuid) returns integer language plpgsql as $$
declare
  taken integer;
begin
  -- One at a time; whoever reads sees each either here or there.
  perform pg_advisory_xact_lock(7205, hashtext(workspace::text));
  with gone as (
    delete from report_deltas d where d.workspace_id = workspace
    returning d.company_id, d.source, d.metric, d.agent, d.day, d.a, d.b, d.ref, d.n
  ), added as materialized (
    select g.company_id, g.source, g.metric, g.agent, g.day, g.a, g.b, g.ref, sum(g.n) as n, count(*) as rows
    from gone g
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), keyed as (
    select d.dimension, report_key(d.dimension, g.metric, g.company_id, g.source, g.agent) as key,
      g.metric, g.day, g.a, g.b, g.ref, g.n
    from added g, unnest(array[0, 1, 3, 4]) as d (dimension)
  ), written as (
    insert into report_rollups as r (workspace_id, dimension, key, metric, day, a, b, ref, n)
    select workspace, k.dimension, k.key, k.metric, k.day, k.a, k.b, k.ref, sum(k.n)
    from keyed k
    where k.key is not null
    group by 2, 3, 4, 5, 6, 7, 8
    having sum(k.n) <> 0
    order by 2, 3, 4, 5, 6, 7, 8
    on conflict (workspace_id, dimension, key, metric, day, a, b, ref) do update set n = r.n + excluded.n
    returning 1
  )
  select coalesce(sum(rows), 0) into taken from added;
  delete from report_rollups r where r.workspace_id = workspace and r.n = 0;
  if taken > 0 then
    update report_states s set version = gen_random_uuid() where s.workspace_id = workspace;
  end if;
  return taken;
end $$;
