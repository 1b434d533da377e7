-- What a move costs for reports was for the most part getting large statements ready, once for each application. What an
-- application counts for is now told by going once through its history and its calls, and one that was touched alone is
-- written down by small statements. The definition is that of 0017 (its list of metrics stands there), told again:
-- deleted ones count for nothing; `wanted`: at least these metrics; `callers`: as if other agents had made no calls, as
-- far as metrics about calls go.
-- Its plans are kept for as long as a connection lives, since they run once for each application. Made while the tables were
-- empty, as at the start of an import, they may take any index that begins with the workspace and read all of it for each
-- application: so whoever counts many has them made anew first (report_refresh).
create or replace function report_events(workspace uuid, subjects uuid[], wanted integer[] default null, callers uuid[] default null)
returns table (subject uuid, metric integer, agent uuid, at timestamptz, a integer, b integer, ref uuid)
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off as $$
declare
  nothing constant uuid := '00000000-0000-0000-0000-000000000000';
  hired constant integer := 6;
  about_types constant boolean := wanted is null or wanted && array[1, 2, 13];
  about_moves constant boolean := wanted is null or wanted && array[3, 4, 5, 6, 8, 9, 10, 33];
  about_stays constant boolean := wanted is null or wanted && array[3, 4, 8, 9];
  about_fill constant boolean := wanted is null or wanted && array[6];
  about_calls constant boolean := wanted is null or wanted && array[5, 14, 15, 20, 21, 22, 23, 30, 31, 32, 33];
  about_hours constant boolean := wanted is null or wanted && array[20, 21, 22, 23];
  about_people constant boolean := wanted is null or wanted && array[30, 31, 32, 33];
  -- The application; null for a call of none.
  application uuid; position_of uuid; type integer; created_at timestamptz; applied_at timestamptz; reached integer;
  entered_status_at timestamptz; due_at timestamptz; callback_at timestamptz;
  closed_at timestamptz; disposition integer; ended_in integer; reason uuid;
  -- A line of its history, and what came before.
  to_type integer; is_move boolean; is_entry boolean; left_type integer; entered_at timestamptz;
  hired_at timestamptz; advanced_at timestamptz; since timestamptz;
  -- A call, and what came before.
  caller uuid; end_reason integer; outcome integer; is_answered boolean; is_placed boolean; is_conversation boolean;
  called_at timestamptz; placed_at timestamptz; spoken_at timestamptz; attempts integer;
begin
  for subject, application, position_of, type, created_at, applied_at, reached, entered_status_at, due_at, callback_at,
    closed_at, disposition, ended_in, reason in
    select s.id, x.id, x.position_id, report_type(x.status_type), x.created_at, x.applied_at,
      case when x.reached between 0 and 6 then x.reached else 0 end, x.entered_status_at, x.due_at, x.callback_at,
      x.closed_at, report_disposition(x.disposition), report_type(d.status_type), coalesce(d.reason_id, nothing)
    from unnest(subjects) as s (id)
    left join lateral (
      select * from applications y where y.workspace_id = workspace and y.id = s.id offset 0
    ) as x on true
    left join lateral (
      select * from dispositions e
      where e.workspace_id = workspace and e.application_id = x.id and x.closed_at is not null offset 0
    ) as d on true
    where x.deleted_at is null
  loop
    agent := null; b := 0; ref := nothing;
    if application is not null then
      if about_types then
        at := created_at;
        metric := 1; a := type; return next;
        metric := 2; a := reached; return next;
        if type = hired then metric := 13; a := 0; ref := position_of; return next; ref := nothing; end if;
      end if;
      if closed_at is not null then
        metric := 7; at := closed_at; a := disposition;
        b := coalesce(ended_in, type) + case when reached >= 5 then 10 else 0 end;
        ref := reason; return next; b := 0; ref := nothing;
      elsif due_at is not null then
        metric := 11; at := due_at; a := type; return next;
      end if;
      if callback_at is not null then metric := 12; at := callback_at; a := 0; return next; end if;
    end if;

    left_type := null; hired_at := null; advanced_at := null; since := null;
    if about_moves and application is not null then
      for at, to_type, is_move, is_entry in
        select l.at, report_type(l.to_type), l.kind in ('moved', 'reopened'), l.from_type is distinct from l.to_type
        from activity_logs l
        where l.workspace_id = workspace and l.application_id = application and l.to_type is not null
          and l.reverted_at is null
        order by l.at, l.id
      loop
        if is_move and about_stays then metric := 4; a := 0; return next; end if;
        continue when not is_entry;
        if about_stays then
          if left_type < hired then
            metric := 9; a := left_type; return next;
            metric := 8; b := round(extract(epoch from at - entered_at) / 8640); return next; b := 0;
          end if;
          metric := 3; a := to_type; return next;
        end if;
        left_type := to_type; entered_at := at;
        if to_type between 2 and hired then advanced_at := at; end if;
        if to_type = hired then hired_at := at; end if;
        if to_type = type then since := at; end if;
      end loop;
      if type < hired then metric := 10; at := coalesce(since, entered_status_at); a := type; return next; end if;
    end if;

    called_at := null; placed_at := null; spoken_at := null; attempts := 0;
    if about_calls then
      for at, caller, end_reason, outcome, is_answered, is_placed, is_conversation in
        select k.started_at, k.agent_id, report_end_reason(k.end_reason), report_outcome(k.outcome),
          report_is_answered(k.end_reason, k.lifecycle),
          k.direction = 'outbound' and k.lifecycle not in ('queued', 'canceled'), report_is_conversation(k.end_reason)
        from (
          select * from calls o where o.workspace_id = workspace and o.application_id = application
          union all
          select * from calls o
          where application is null and o.workspace_id = workspace and o.id = subject and o.application_id is null
        ) as k
        order by k.started_at, k.id
      loop
        called_at := coalesce(called_at, at);
        if is_placed then
          placed_at := coalesce(placed_at, at);
          if spoken_at is null or spoken_at = at then attempts := attempts + 1; end if;
        end if;
        if is_conversation then spoken_at := coalesce(spoken_at, at); end if;
        continue when not (is_placed or is_conversation) or (callers is not null and (caller = any(callers)) is not true);
        agent := caller;
        if about_hours then
          if is_placed then
            a := 0; metric := 20; return next; metric := 23; return next;
            if is_answered then a := 1; metric := 20; return next; metric := 23; return next; end if;
            if is_conversation then a := 2; metric := 20; return next; metric := 23; return next; end if;
            metric := 21; a := end_reason; return next;
          end if;
          if is_conversation then metric := 22; a := outcome; return next; end if;
        end if;
        continue when not about_people or application is null;
        a := 0;
        loop
          if is_placed then metric := 31; return next; end if;
          if is_conversation then
            metric := 30; return next;
            if is_placed then metric := 32; return next; end if;
            if advanced_at > at then metric := 33; return next; end if;
          end if;
          exit when agent is null;
          agent := null;
        end loop;
      end loop;
    end if;

    continue when application is null;
    agent := null; a := 0;
    if spoken_at is not null then metric := 14; at := spoken_at; b := attempts; return next; end if;
    if placed_at is not null then
      metric := 15; at := placed_at; b := greatest(0, round(extract(epoch from placed_at - created_at) / 360)); return next;
    end if;
    continue when hired_at is null;
    metric := 5; at := hired_at; b := round(extract(epoch from hired_at - least(applied_at, called_at)) / 8640); return next;
    continue when not about_fill;
    metric := 6;
    select greatest(0, round((
        extract(epoch from hired_at - p.opened_at) - coalesce((
          select sum(extract(epoch from least(h.until, hired_at) - greatest(h.at, p.opened_at)))
          from (
            select s.at, s.state, coalesce(lead(s.at) over (order by s.at), 'infinity') as until
            from position_states s where s.workspace_id = workspace and s.position_id = p.id
          ) as h
          where h.state = 'on_hold' and h.at < hired_at and h.until > p.opened_at
        ), 0)
      ) / 8640)) into b
    from positions p where p.workspace_id = workspace and p.id = position_of;
    return next;
  end loop;
end $$;

-- The same days as before; of the metrics only those wanted.
create or replace function report_facts(
  workspace uuid, subjects uuid[], timezone text, wanted integer[] default null, callers uuid[] default null,
  since timestamptz default '-infinity', until timestamptz default 'infinity'
)
returns table (subject uuid, metric integer, agent uuid, day date, a integer, b integer, ref uuid, n integer)
language plpgsql stable parallel safe as $$
begin
  return query
  with event as materialized (
    select e.subject, e.metric, e.agent, (e.at at time zone timezone) as local_at, e.a, e.b, e.ref
    from report_events(workspace, subjects, wanted, callers) e
    where e.at >= since and e.at < until and (wanted is null or e.metric = any(wanted))
  )
  select e.subject, e.metric, e.agent, e.local_at::date,
    e.a, case e.metric when 20 then extract(hour from e.local_at)::integer else e.b end, e.ref, count(*)::integer
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

-- Appends how what these count for now differs from what they counted for before.
create function report_append_deltas(workspace uuid, past report_subjects[], present report_subjects[]) returns void
language plpgsql as $$
begin
  insert into report_deltas (workspace_id, company_id, source, metric, agent, day, a, b, ref, n)
  select workspace, c.company_id, c.source, c.metric, c.agent, c.day, c.a, c.b, c.ref, sum(c.n)
  from (
    select case when report_of_company(f.metric) then s.company_id end as company_id,
      case when report_of_source(f.metric) then s.source end as source,
      f.metric, f.agent, f.day, f.a, f.b, f.ref, s.sign * f.n as n
    from (
      select 1 as sign, n.company_id, n.source, n.facts from unnest(present) as n
      union all
      select -1, o.company_id, o.source, o.facts from unnest(past) as o
    ) as s, unnest(s.facts) as f
  ) as c
  group by c.company_id, c.source, c.metric, c.agent, c.day, c.a, c.b, c.ref
  having sum(c.n) <> 0;
end $$;

-- Writes down what one subject counts for now, as after a move or a call.
create function report_refresh_one(workspace uuid, subject uuid, zone text) returns void language plpgsql as $$
declare
  past report_subjects;
  present report_subjects;
  is_there boolean;
begin
  loop
    select * into past from report_subjects s where s.workspace_id = workspace and s.id = subject for update;
    select p.company_id, nullif(x.source, '') into present.company_id, present.source
      from applications x left join positions p on p.workspace_id = workspace and p.id = x.position_id
      where x.workspace_id = workspace and x.id = subject;
    is_there := found;
    present.workspace_id := workspace;
    present.id := subject;
    present.facts := array(
      select row(f.metric, f.agent, f.day, f.a, f.b, f.ref, f.n)::report_fact
      from report_facts(workspace, array[subject], zone) f order by f.metric, f.agent, f.day, f.a, f.b, f.ref
    );
    if past.id is null then
      exit when not is_there and present.facts = '{}';
      insert into report_subjects values (present.*) on conflict (workspace_id, id) do nothing;
      -- Somebody else was first to write it down: once more, with what they saw.
      continue when not found;
      perform report_append_deltas(workspace, '{}', array[present]);
    elsif past is distinct from present then
      update report_subjects s set company_id = present.company_id, source = present.source, facts = present.facts
      where s.workspace_id = workspace and s.id = subject;
      perform report_append_deltas(workspace, array[past], array[present]);
    end if;
    exit;
  end loop;
end $$;

create or replace function report_refresh(workspace uuid, subjects uuid[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  zone text;
  -- In their order, so that two who are at the same ones wait for one another and not in a circle.
  ordered constant uuid[] := array(select distinct unnest(subjects) order by 1);
  subject uuid;
  waiting uuid[];
  past report_subjects[];
  present report_subjects[];
begin
  -- A rebuild empties all of it at once.
  perform pg_advisory_xact_lock_shared(7204, hashtext(workspace::text));
  select s.timezone into zone from report_states s where s.workspace_id = workspace;
  if zone is null then return; end if;
  if cardinality(ordered) <= 5 then
    foreach subject in array ordered loop perform report_refresh_one(workspace, subject, zone); end loop;
    return;
  end if;
  -- Of a few, planning would take longer than the work. Of many it is worth it: a plan that was kept may be of tables that
  -- were empty a moment ago. Those of report_events, run once for each application, are planned once and then kept.
  if cardinality(ordered) > 20 then
    execute 'discard plans';
    perform set_config('plan_cache_mode', 'force_custom_plan', true);
  end if;
  for place in 1 .. cardinality(ordered) by 500 loop
    waiting := ordered[place : place + 499];
    while cardinality(waiting) > 0 loop
      perform from report_subjects s where s.workspace_id = workspace and s.id = any(waiting) order by s.id for update;
      with fact as materialized (
        select f.subject, array_agg(row(f.metric, f.agent, f.day, f.a, f.b, f.ref, f.n)::report_fact
          order by f.metric, f.agent, f.day, f.a, f.b, f.ref) as facts
        from report_facts(workspace, waiting, zone) f
        group by f.subject
      ), now as materialized (
        select i.id, p.company_id, nullif(x.source, '') as source, coalesce(fact.facts, '{}') as facts,
          x.id is not null as exists
        from (select distinct unnest(waiting) as id) as i
        left join applications x on x.workspace_id = workspace and x.id = i.id
        left join positions p on p.workspace_id = workspace and p.id = x.position_id
        left join fact on fact.subject = i.id
      ), before as materialized (
        select s.* from report_subjects s where s.workspace_id = workspace and s.id = any(waiting)
      ), changed as (
        update report_subjects s set company_id = n.company_id, source = n.source, facts = n.facts
        from now n join before o on o.id = n.id
        where s.workspace_id = workspace and s.id = n.id
          and (o.company_id, o.source, o.facts) is distinct from (n.company_id, n.source, n.facts)
        returning s.id
      ), added as (
        insert into report_subjects (workspace_id, id, company_id, source, facts)
        select workspace, n.id, n.company_id, n.source, n.facts
        from now n
        where not exists (select from before o where o.id = n.id) and (n.exists or n.facts <> '{}')
        order by n.id
        on conflict (workspace_id, id) do nothing
        returning id
      )
      select
        (select array_agg(row(o.*)::report_subjects) from before o where o.id in (select id from changed)),
        (
          select array_agg(row(workspace, n.id, n.company_id, n.source, n.facts)::report_subjects) from now n
          where n.id in (select id from changed union all select id from added)
        ),
        (
          -- Somebody else was first to write one down: once more, with what they saw.
          select array_agg(n.id) from now n
          where not exists (select from before o where o.id = n.id) and (n.exists or n.facts <> '{}')
            and not exists (select from added x where x.id = n.id)
        )
      into past, present, waiting;
      if present is not null then perform report_append_deltas(workspace, coalesce(past, '{}'), present); end if;
    end loop;
  end loop;
end $$;

-- A move writes the application and then its history: whoever is noted alone already is not noted again.
create or replace function report_touch_logs() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into report_touched (workspace_id, ids)
    select t.workspace_id, array_agg(distinct t.id)
    from new_rows n join old_rows o on o.workspace_id = n.workspace_id and o.id = n.id
    cross join lateral (values (n.workspace_id, n.application_id), (o.workspace_id, o.application_id)) as t (workspace_id, id)
    where (n.to_type is not null or o.to_type is not null)
      and (n.application_id, n.at, n.kind, n.from_type, n.to_type, n.reverted_at)
        is distinct from (o.application_id, o.at, o.kind, o.from_type, o.to_type, o.reverted_at)
    group by t.workspace_id;
  else
    insert into report_touched (workspace_id, ids)
    select r.workspace_id, array_agg(distinct r.application_id) from changed_rows r
    where r.to_type is not null and not exists (
      select from report_touched t
      where t.workspace_id = r.workspace_id and t.xid = pg_current_xact_id() and t.ids = array[r.application_id]
    )
    group by r.workspace_id;
  end if;
  return null;
end $$;
