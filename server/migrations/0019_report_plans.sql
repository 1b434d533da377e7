-- The same, each row found by its own index whatever the planner knows: plans are kept for as long as a connection lives,
-- and of tables that were empty a moment ago, as at the start of an import, it would take any index that begins with the
-- workspace, for every application again. `offset 0` keeps a lookup as it is written.

create or replace function report_events(workspace uuid, subjects uuid[], wanted integer[] default null, callers uuid[] default null)
returns table (subject uuid, metric integer, agent uuid, at timestamptz, a integer, b integer, ref uuid)
language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  nothing constant uuid := '00000000-0000-0000-0000-000000000000';
  about_moves constant boolean := wanted is null or wanted && array[3, 4, 5, 6, 8, 9, 10, 33];
  about_calls constant boolean := wanted is null or wanted && array[5, 14, 15, 20, 21, 22, 23, 30, 31, 32, 33];
begin
  return query
  with application as materialized (
    select x.id, x.position_id, x.status_type, x.created_at, x.applied_at, x.entered_status_at, x.due_at, x.callback_at,
      x.closed_at, x.disposition, case when x.reached between 0 and 6 then x.reached else 0 end::integer as reached
    from unnest(subjects) as s (id)
    cross join lateral (select * from applications a where a.workspace_id = workspace and a.id = s.id offset 0) as x
    where x.deleted_at is null
  ), move as materialized (
    select l.application_id, l.at, l.id, l.kind, l.from_type, l.to_type, x.status_type
    from application x
    cross join lateral (
      select * from activity_logs h where h.workspace_id = workspace and h.application_id = x.id offset 0
    ) as l
    where about_moves and l.to_type is not null and l.reverted_at is null
  ), entry as materialized (
    select e.application_id, e.at, e.to_type, e.status_type, lead(e.at) over later as left_at
    from move e
    where e.from_type is distinct from e.to_type
    window later as (partition by e.application_id order by e.at, e.id)
  ), called as materialized (
    select x.id as application_id, c.id, c.started_at as at, c.agent_id, c.end_reason, c.outcome,
      report_is_answered(c.end_reason, c.lifecycle) as answered,
      c.direction = 'outbound' and c.lifecycle not in ('queued', 'canceled') as placed,
      report_is_conversation(c.end_reason) as spoken
    from application x
    cross join lateral (
      select * from calls k where k.workspace_id = workspace and k.application_id = x.id offset 0
    ) as c
    where about_calls
    union all
    select null, c.id, c.started_at, c.agent_id, c.end_reason, c.outcome,
      report_is_answered(c.end_reason, c.lifecycle),
      c.direction = 'outbound' and c.lifecycle not in ('queued', 'canceled'), report_is_conversation(c.end_reason)
    from unnest(subjects) as s (id)
    cross join lateral (select * from calls k where k.workspace_id = workspace and k.id = s.id offset 0) as c
    where about_calls and c.application_id is null
  ), mark as materialized (
    -- One pass over all of it: what is joined here was materialised, and is found by reading it from its start.
    select e.id, max(e.position_id::text)::uuid as position_id, max(e.status_type) as status_type,
      max(e.created_at) as created_at, max(e.applied_at) as applied_at, max(e.entered_status_at) as entered_status_at,
      max(e.hired_at) as hired_at, max(e.advanced_at) as advanced_at, max(e.since) as since,
      min(e.called_at) as called_at, min(e.called_at) filter (where e.placed) as placed_at,
      min(e.called_at) filter (where e.spoken) as spoken_at,
      array_agg(e.called_at) filter (where e.placed) as placed,
      array_agg(e.called_at) filter (where e.spoken) as spoken, array_agg(e.agent_id) filter (where e.spoken) as spoke
    from (
      select x.id, x.position_id, x.status_type, x.created_at, x.applied_at, x.entered_status_at,
        null::timestamptz as hired_at, null::timestamptz as advanced_at, null::timestamptz as since,
        null::timestamptz as called_at, false as placed, false as spoken, null::uuid as agent_id
      from application x
      union all
      select t.application_id, null, null, null, null, null, case when t.to_type = 'hired' then t.at end,
        case when report_type(t.to_type) between 2 and 6 then t.at end,
        case when t.to_type = t.status_type then t.at end, null, false, false, null
      from entry t
      union all
      select c.application_id, null, null, null, null, null, null, null, null, c.at, c.placed, c.spoken, c.agent_id
      from called c where c.application_id is not null
    ) as e
    group by e.id
  ), asked as materialized (
    select * from called c where callers is null or c.agent_id = any(callers)
  ), event as (
    select x.id as subject, v.metric, null::uuid as agent, x.created_at as at, v.a, 0 as b, nothing as ref
    from application x, lateral (values (1, report_type(x.status_type)), (2, x.reached)) as v (metric, a)
    union all
    select e.application_id, 3, null, e.at, report_type(e.to_type), 0, nothing from entry e
    union all
    select e.application_id, 4, null, e.at, 0, 0, nothing from move e where e.kind in ('moved', 'reopened')
    union all
    select m.id, 5, null, m.hired_at, 0,
      round(extract(epoch from m.hired_at - least(m.applied_at, m.called_at)) / 8640)::integer, nothing
    from mark m
    where m.hired_at is not null
    union all
    select m.id, 6, null, m.hired_at, 0, greatest(0, round((
        extract(epoch from m.hired_at - p.opened_at) - coalesce((
          select sum(extract(epoch from least(h.until, m.hired_at) - greatest(h.at, p.opened_at)))
          from (
            select s.at, s.state, coalesce(lead(s.at) over (order by s.at), 'infinity') as until
            from position_states s where s.workspace_id = workspace and s.position_id = p.id
          ) as h
          where h.state = 'on_hold' and h.at < m.hired_at and h.until > p.opened_at
        ), 0)
      ) / 8640))::integer, nothing
    from mark m
    join positions p on p.workspace_id = workspace and p.id = m.position_id
    where m.hired_at is not null
    union all
    select x.id, 7, null, x.closed_at, report_disposition(x.disposition),
      report_type(coalesce(d.status_type, x.status_type)) + case when x.reached >= 5 then 10 else 0 end,
      coalesce(d.reason_id, nothing)
    from application x
    left join lateral (
      select * from dispositions e where e.workspace_id = workspace and e.application_id = x.id offset 0
    ) as d on true
    where x.closed_at is not null
    union all
    select e.application_id, v.metric, null, e.left_at, report_type(e.to_type), v.b, nothing
    from entry e, lateral (values (8, round(extract(epoch from e.left_at - e.at) / 8640)::integer), (9, 0)) as v (metric, b)
    where e.left_at is not null and e.to_type not in ('hired', 'closed')
    union all
    select m.id, 10, null, coalesce(m.since, m.entered_status_at), report_type(m.status_type), 0, nothing
    from mark m
    where m.status_type not in ('hired', 'closed')
    union all
    select x.id, 11, null, x.due_at, report_type(x.status_type), 0, nothing
    from application x where x.due_at is not null and x.closed_at is null
    union all
    select x.id, 12, null, x.callback_at, 0, 0, nothing from application x where x.callback_at is not null
    union all
    select x.id, 13, null, x.created_at, 0, 0, x.position_id from application x where x.status_type = 'hired'
    union all
    select m.id, 14, null, m.spoken_at, 0,
      (select count(*)::integer from unnest(m.placed) as t (at) where t.at <= m.spoken_at), nothing
    from mark m where m.spoken_at is not null
    union all
    select m.id, 15, null, m.placed_at, 0,
      greatest(0, round(extract(epoch from m.placed_at - m.created_at) / 360))::integer, nothing
    from mark m
    where m.placed_at is not null
    union all
    select coalesce(c.application_id, c.id), v.metric, c.agent_id, c.at, v.a, 0, nothing
    from asked c, lateral (
      values (20, 0, true), (20, 1, c.answered), (20, 2, c.spoken),
        (23, 0, true), (23, 1, c.answered), (23, 2, c.spoken),
        (21, report_end_reason(c.end_reason), true)
    ) as v (metric, a, counts)
    where c.placed and v.counts
    union all
    select coalesce(c.application_id, c.id), 22, c.agent_id, c.at, report_outcome(c.outcome), 0, nothing
    from asked c where c.spoken
    union all
    select c.application_id, v.metric, w.agent, c.at, 0, 0, nothing
    from asked c
    cross join lateral (values (30, c.spoken), (31, c.placed), (32, c.spoken and c.placed)) as v (metric, counts)
    cross join lateral (select null::uuid union all select c.agent_id where c.agent_id is not null) as w (agent)
    where c.application_id is not null and v.counts
    union all
    select m.id, 33, w.agent, c.at, 0, 0, nothing
    from mark m
    cross join lateral unnest(m.spoken, m.spoke) as c (at, agent_id)
    cross join lateral (select null::uuid union all select c.agent_id where c.agent_id is not null) as w (agent)
    where m.advanced_at > c.at and (callers is null or c.agent_id = any(callers))
  )
  select event.subject, event.metric, event.agent, event.at, event.a, event.b, event.ref from event
  where wanted is null or event.metric = any(wanted);
end $$;

alter function report_refresh(uuid, uuid[]) set enable_seqscan = off;
alter function report_refresh(uuid, uuid[]) set enable_hashjoin = off;
alter function report_refresh(uuid, uuid[]) set enable_mergejoin = off;
alter function report_refresh_touched() set enable_seqscan = off;
