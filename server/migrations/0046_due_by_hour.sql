-- What is due, or to be called back, is so from its moment on, and sums by days say nothing of the present one: half a day
-- had to be counted from the rows. So 11 and 12 also have in `b` the hour, counted from 1970 in UTC, and half an hour is
-- left to count. All else is as in 0017 and 0045, told in one pass: what happens once in a period counts once a day, and
-- has in `b` the day it happened before.
create or replace function report_facts(
  workspace uuid, subjects uuid[], timezone text, wanted integer[] default null, callers uuid[] default null,
  since timestamptz default '-infinity', until timestamptz default 'infinity'
)
returns table (subject uuid, metric integer, agent uuid, day date, a integer, b integer, ref uuid, n integer)
language plpgsql stable parallel safe as $$
begin
  return query
  select f.subject, f.metric, f.agent, f.day, f.a,
    case
      when report_is_distinct(f.metric) then coalesce(
        lag(f.day) over (partition by f.subject, f.metric, f.agent, f.a order by f.day) - date '1970-01-01', -1000000
      )
      else f.b
    end,
    f.ref, case when report_is_distinct(f.metric) then 1 else f.n end
  from (
    select e.subject, e.metric, e.agent, (e.at at time zone timezone)::date as day, e.a,
      case
        when report_is_distinct(e.metric) then 0
        when e.metric = 20 then extract(hour from e.at at time zone timezone)::integer
        when e.metric in (11, 12) then floor(extract(epoch from e.at) / 3600)::integer
        else e.b
      end as b, e.ref, count(*)::integer as n
    from report_events(workspace, subjects, wanted, callers) e
    where e.at >= since and e.at < until and (wanted is null or e.metric = any(wanted))
    group by 1, 2, 3, 4, 5, 6, 7
  ) as f;
end $$;

-- Sums that are there already are built anew by the job that keeps them; until then reports add up the rows.
update report_states s set ready = false
where exists (select from report_subjects x where x.workspace_id = s.workspace_id);
