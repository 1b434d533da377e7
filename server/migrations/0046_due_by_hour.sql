-- What is due, or to be called back, is so from its moment on, and sums by days say nothing of the present one: half a day
-- had to be counted from the rows. So 11 and 12 also have in `b` the hour, counted from 1970 in UTC, and half an hour is
-- left to count. All else is as in 0045.
create or replace function report_facts(
  workspace uuid, subjects uuid[], timezone text, wanted integer[] default null, callers uuid[] default null,
  since timestamptz default '-infinity', until timestamptz default 'infinity'
)
returns table (subject uuid, metric integer, agent uuid, day date, a integer, b integer, ref uuid, n integer)
language plpgsql stable parallel safe as $$
begin
  return query
  with event as materialized (
    select e.subject, e.metric, e.agent, e.at, (e.at at time zone timezone) as local_at, e.a, e.b, e.ref
    from report_events(workspace, subjects, wanted, callers) e
    where e.at >= since and e.at < until and (wanted is null or e.metric = any(wanted))
  )
  select e.subject, e.metric, e.agent, e.local_at::date, e.a,
    case
      when e.metric = 20 then extract(hour from e.local_at)::integer
      when e.metric in (11, 12) then floor(extract(epoch from e.at) / 3600)::integer
      else e.b
    end, e.ref, count(*)::integer
  from event e
  where not report_is_distinct(e.metric)
  group by 1, 2, 3, 4, 5, 6, 7
  union all
  select d.subject, d.metric, d.agent, d.day, d.a,
    coalesce(lag(d.day) over (partition by d.subject, d.metric, d.agent, d.a order by d.day) - date '1970-01-01', -1000000),
    d.ref, 1
  from (
    select distinct e.subject, e.metric, e.agent, e.local_at::date as day, e.a, e.ref
    from event e
    where report_is_distinct(e.metric)
  ) as d;
end $$;

-- Sums that are there already are built anew by the job that keeps them; until then reports add up the rows.
update report_states s set ready = false
where exists (select from report_subjects x where x.workspace_id = s.workspace_id);
