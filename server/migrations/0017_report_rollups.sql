-- What reports read: small sums by day that are kept up in the same transaction as what they count. See
-- docs/decisions/reports.md. The rows of applications, histories, dispositions and calls stay the only truth: everything
-- here follows from them by report_facts() and can be built anew.

-- ---------------------------------------------------------------- since when a position is on hold

create table position_states (
  workspace_id uuid not null,
  position_id uuid not null,
  at timestamptz(3) not null default now(),
  state text not null,
  primary key (workspace_id, position_id, at),
  foreign key (workspace_id, position_id) references positions (workspace_id, id)
);

insert into position_states (workspace_id, position_id, at, state)
  select distinct on (l.workspace_id, l.subject_id, l.at) l.workspace_id, l.subject_id, l.at, l.details->>'to'
  from audit_logs l join positions p on p.workspace_id = l.workspace_id and p.id = l.subject_id
  where l.action = 'position.state_changed' and l.details->>'to' is not null
  order by l.workspace_id, l.subject_id, l.at, l.id desc;

create function keep_position_state() returns trigger language plpgsql as $$
begin
  insert into position_states (workspace_id, position_id, state) values (new.workspace_id, new.id, new.state)
  on conflict (workspace_id, position_id, at) do update set state = excluded.state;
  return null;
end $$;
-- One made on hold is so from now on, whatever day it says it was opened.
create trigger positions_state_new after insert on positions
  for each row when (new.state <> 'open') execute function keep_position_state();
create trigger positions_state_changed after update of state on positions
  for each row when (new.state is distinct from old.state) execute function keep_position_state();

-- ---------------------------------------------------------------- tables

-- How far the sums of a workspace can be trusted, and whose days they are of. While they cannot, reports add up the rows.
create table report_states (
  workspace_id uuid primary key references workspaces (id),
  timezone text not null,
  ready boolean not null,
  built_at timestamptz(3) not null default now()
);

create type report_fact as (
  metric smallint,
  -- Whose call; null for what is not about one agent's calls.
  agent uuid,
  day date,
  a integer,
  b integer,
  ref uuid,
  n integer
);

-- What an application, or a call of no application, last counted for.
create table report_subjects (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  company_id uuid,
  source text,
  facts report_fact[] not null default '{}',
  primary key (workspace_id, id)
);

-- What has been counted since the last compaction; company and source only for metrics that are told apart by them.
create table report_deltas (
  workspace_id uuid not null references workspaces (id),
  id bigint generated always as identity,
  company_id uuid,
  source text,
  metric smallint not null,
  agent uuid,
  day date not null,
  a integer not null,
  b integer not null,
  ref uuid not null,
  n integer not null,
  primary key (workspace_id, id)
);

-- The sums. `dimension`: 0 everything; 1 by company, 3 by source and 4 by agent for the metrics that reports tell apart by
-- them; `key` whose. Of one company, owner or position there are few enough rows to count: sums for each would be more
-- than these.
create table report_rollups (
  workspace_id uuid not null references workspaces (id),
  dimension smallint not null,
  key text collate "C" not null,
  metric smallint not null,
  day date not null,
  a integer not null,
  b integer not null,
  ref uuid not null,
  n bigint not null,
  primary key (workspace_id, dimension, key, metric, day, a, b, ref) include (n)
);

-- So that those that came to nothing are found.
create index report_rollups_empty on report_rollups (workspace_id) where n = 0;

-- What the transaction under way has changed: empty whenever nobody is writing.
create unlogged table report_touched (
  workspace_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  ids uuid[] not null,
  primary key (workspace_id, xid, id)
);

-- ---------------------------------------------------------------- what a row counts for

create function report_type(type text) returns integer language sql immutable parallel safe as $$
  select array_position(array['lead', 'contacted', 'qualified', 'submitted', 'interview', 'offer', 'hired', 'closed'], type) - 1
$$;
create function report_disposition(kind text) returns integer language sql immutable parallel safe as $$
  select array_position(array['hired', 'rejected_by_us', 'declined_by_company', 'withdrawn', 'unreachable', 'position_closed', 'duplicate', 'spam'], kind) - 1
$$;
-- -1 for none.
create function report_end_reason(reason text) returns integer language sql immutable parallel safe as $$
  select coalesce(array_position(array['human_conversation', 'transferred', 'voicemail', 'ivr', 'no_answer', 'busy', 'declined', 'invalid_number', 'blocked', 'timeout', 'canceled', 'carrier_error', 'system_error', 'unknown'], reason) - 1, -1)
$$;
create function report_outcome(outcome text) returns integer language sql immutable parallel safe as $$
  select coalesce(array_position(array['qualified', 'interested', 'callback', 'not_interested', 'not_qualified', 'wrong_number', 'wrong_person', 'do_not_call', 'language_barrier', 'already_applied', 'dropped_early'], outcome) - 1, -1)
$$;
-- Of a completed call it may not be known who took it.
create function report_is_answered(reason text, lifecycle text) returns boolean language sql immutable parallel safe as $$
  select coalesce(
    reason in ('human_conversation', 'transferred', 'voicemail', 'ivr', 'timeout')
      or (reason = 'unknown' and lifecycle = 'completed'), false)
$$;
create function report_is_conversation(reason text) returns boolean language sql immutable parallel safe as $$
  select coalesce(reason in ('human_conversation', 'transferred'), false)
$$;

-- Metrics of which an application counts once in a period, however often it happened.
create function report_is_distinct(metric integer) returns boolean language sql immutable parallel safe as $$
  select metric in (3, 4, 9) or metric >= 30
$$;

-- Everything that applications, and calls of no application, count for, with the moment it happened: a function of
-- their own rows alone, deleted ones count for nothing. `wanted`: only these metrics. `callers`: as if other agents had
-- made no calls, as far as metrics about calls go.
--   1 created, a: the type now           2 created, a: the furthest type reached
--   3 entered, a: the type               4 moved
--   5 hired last, b: days to hire        6 hired last, b: days to fill        (tenths)
--   7 ended, a: the disposition, b: the type then, and 10 more where an offer was reached, ref: the reason
--   8 a stay ended, a: the type, b: days (tenths)                             9 left, a: the type
--  10 open now, since, a: the type      11 open now, due, a: the type        12 to be called back
--  13 hired now, ref: the position
--  14 first conversation, b: calls placed up to it                           15 first call, b: hours since (tenths)
--  20 call by hour  21 call placed, a: how it ended  22 conversation, a: its outcome  23 call
--      of 20 and 23 a: 0 placed, 1 answered, 2 conversation
--  30 spoken with   31 called by us     32 reached by a call of ours         33 spoken with, later qualified or beyond
--      of all agents together, and once more for each agent
-- Each row is found by its own index whatever the planner knows: plans are kept for as long as a connection lives, and of
-- tables that were empty a moment ago, as at the start of an import, it would take any index that begins with the
-- workspace, for every application again. `offset 0` keeps a lookup as it is written.
create function report_events(workspace uuid, subjects uuid[], wanted integer[] default null, callers uuid[] default null)
returns table (subject uuid, metric integer, agent uuid, at timestamptz, a integer, b integer, ref uuid)
language plpgsql stable parallel safe set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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

-- The events by the days of a timezone, added up. Of a metric that counts an application once, b is the day (since 1970)
-- it happened before, if that was within the stretch looked at: those of days from d on that did not happen in the
-- stretch before d are the rows with b < d.
create function report_facts(
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
    where e.at >= since and e.at < until
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

-- The same for reading: planned each time, for a plan that was kept may be of tables that were empty then.
create function report_facts_of_many(
  workspace uuid, subjects uuid[], timezone text, wanted integer[] default null, callers uuid[] default null,
  since timestamptz default '-infinity', until timestamptz default 'infinity'
)
returns table (subject uuid, metric integer, agent uuid, day date, a integer, b integer, ref uuid, n integer)
language plpgsql stable parallel safe set plan_cache_mode = force_custom_plan as $$
begin
  return query select f.* from report_facts(workspace, subjects, timezone, wanted, callers, since, until) f;
end $$;

-- The metrics told apart by company and by source.
create function report_of_company(metric integer) returns boolean language sql immutable parallel safe as $$
  select metric = 7
$$;
create function report_of_source(metric integer) returns boolean language sql immutable parallel safe as $$
  select metric in (2, 5)
$$;

-- The key a fact is added up under in a dimension; null where it is not. What metrics from 30 on say for each agent is of
-- the one who called.
create function report_key(dimension integer, metric integer, company uuid, source text, agent uuid)
returns text language sql immutable parallel safe as $$
  select case
    when dimension = 0 and (metric < 30 or agent is null) then ''
    when dimension = 1 and report_of_company(metric) then company::text
    when dimension = 3 and report_of_source(metric) then coalesce(source, '')
    when dimension = 4 and metric between 20 and 29 then coalesce(agent::text, '')
    when dimension = 4 and metric >= 30 then agent::text
  end
$$;

-- ---------------------------------------------------------------- keeping up

-- Writes down what the subjects count for now, and how that differs from what they last counted for. Whoever else is at
-- one of them is waited for first, so that what they changed is seen.
create function report_refresh(workspace uuid, subjects uuid[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  zone text;
  -- In their order, so that two who are at the same ones wait for one another and not in a circle.
  ordered constant uuid[] := array(select distinct unnest(subjects) order by 1);
  waiting uuid[];
begin
  -- A rebuild empties all of it at once.
  perform pg_advisory_xact_lock_shared(7204, hashtext(workspace::text));
  -- Of a few, planning would take longer than the work. Of many it is worth it: a plan that was kept may be of tables that
  -- were empty a moment ago, as at the start of an import, and read all of a workspace for each application.
  if cardinality(ordered) > 20 then perform set_config('plan_cache_mode', 'force_custom_plan', true); end if;
  select s.timezone into zone from report_states s where s.workspace_id = workspace;
  if zone is null then return; end if;
  for place in 1 .. cardinality(ordered) by 500 loop
    waiting := ordered[place : place + 499];
    while cardinality(waiting) > 0 loop
      perform from report_subjects s where s.workspace_id = workspace and s.id = any(waiting) order by s.id for update;
      with fact as materialized (
        select f.subject, array_agg(row(f.metric, f.agent, f.day, f.a, f.b, f.ref, f.n)::report_fact
          order by f.metric, f.agent, f.day, f.a, f.b, f.ref) as facts
        from report_facts(workspace, waiting, zone) f
        group by f.subject
      ), present as materialized (
        select i.id, p.company_id, nullif(x.source, '') as source, coalesce(fact.facts, '{}') as facts,
          x.id is not null as exists
        from (select distinct unnest(waiting) as id) as i
        left join applications x on x.workspace_id = workspace and x.id = i.id
        left join positions p on p.workspace_id = workspace and p.id = x.position_id
        left join fact on fact.subject = i.id
      ), past as materialized (
        select s.* from report_subjects s where s.workspace_id = workspace and s.id = any(waiting)
      ), changed as (
        update report_subjects s set company_id = n.company_id, source = n.source, facts = n.facts
        from present n join past o on o.id = n.id
        where s.workspace_id = workspace and s.id = n.id
          and (o.company_id, o.source, o.facts) is distinct from (n.company_id, n.source, n.facts)
        returning s.id
      ), added as (
        insert into report_subjects (workspace_id, id, company_id, source, facts)
        select workspace, n.id, n.company_id, n.source, n.facts
        from present n
        where not exists (select from past o where o.id = n.id) and (n.exists or n.facts <> '{}')
        order by n.id
        on conflict (workspace_id, id) do nothing
        returning id
      ), counted as (
        select 1 as sign, n.company_id, n.source, f.* from present n, unnest(n.facts) as f
        where n.id in (select id from changed union all select id from added)
        union all
        select -1, o.company_id, o.source, f.* from past o, unnest(o.facts) as f
        where o.id in (select id from changed)
      ), delta as (
        insert into report_deltas (workspace_id, company_id, source, metric, agent, day, a, b, ref, n)
        select workspace, c.company_id, c.source, c.metric, c.agent, c.day, c.a, c.b, c.ref, sum(c.sign * c.n)
        from (
          select case when report_of_company(n.metric) then n.company_id end as company_id,
            case when report_of_source(n.metric) then n.source end as source,
            n.metric, n.agent, n.day, n.a, n.b, n.ref, n.sign, n.n
          from counted n
        ) as c
        group by c.company_id, c.source, c.metric, c.agent, c.day, c.a, c.b, c.ref
        having sum(c.sign * c.n) <> 0
      )
      -- Somebody else was first to write one down: once more, with what they saw.
      select array_agg(n.id) into waiting from present n
      where not exists (select from past o where o.id = n.id) and (n.exists or n.facts <> '{}')
        and not exists (select from added x where x.id = n.id);
    end loop;
  end loop;
end $$;

-- Everything the transaction has touched, at once, just before it commits.
create function report_refresh_touched() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  found_ids uuid[];
begin
  with taken as (
    delete from report_touched t where t.workspace_id = new.workspace_id and t.xid = new.xid returning t.ids
  )
  select array_agg(distinct i.id order by i.id) into found_ids from taken, unnest(taken.ids) as i (id);
  if found_ids is not null then perform report_refresh(new.workspace_id, found_ids); end if;
  return null;
end $$;
create constraint trigger report_touched_refresh after insert on report_touched
  deferrable initially deferred for each row execute function report_refresh_touched();

create function report_touch_applications() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into report_touched (workspace_id, ids)
    select n.workspace_id, array_agg(n.id)
    from new_rows n join old_rows o on o.workspace_id = n.workspace_id and o.id = n.id
    where (n.position_id, n.status_type, n.reached, n.entered_status_at, n.due_at, n.source, n.callback_at,
        n.disposition, n.closed_at, n.applied_at, n.created_at, n.deleted_at)
      is distinct from (o.position_id, o.status_type, o.reached, o.entered_status_at, o.due_at, o.source,
        o.callback_at, o.disposition, o.closed_at, o.applied_at, o.created_at, o.deleted_at)
    group by n.workspace_id;
  else
    insert into report_touched (workspace_id, ids)
    select r.workspace_id, array_agg(r.id) from changed_rows r group by r.workspace_id;
  end if;
  return null;
end $$;
create trigger applications_report_insert after insert on applications
  referencing new table as changed_rows for each statement execute function report_touch_applications();
create trigger applications_report_delete after delete on applications
  referencing old table as changed_rows for each statement execute function report_touch_applications();
create trigger applications_report_update after update on applications
  referencing old table as old_rows new table as new_rows for each statement execute function report_touch_applications();

create function report_touch_logs() returns trigger language plpgsql as $$
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
    where r.to_type is not null group by r.workspace_id;
  end if;
  return null;
end $$;
create trigger activity_logs_report_insert after insert on activity_logs
  referencing new table as changed_rows for each statement execute function report_touch_logs();
create trigger activity_logs_report_delete after delete on activity_logs
  referencing old table as changed_rows for each statement execute function report_touch_logs();
create trigger activity_logs_report_update after update on activity_logs
  referencing old table as old_rows new table as new_rows for each statement execute function report_touch_logs();

create function report_touch_calls() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into report_touched (workspace_id, ids)
    select t.workspace_id, array_agg(distinct t.id)
    from new_rows n join old_rows o on o.workspace_id = n.workspace_id and o.id = n.id
    cross join lateral (values
      (n.workspace_id, coalesce(n.application_id, n.id)), (o.workspace_id, coalesce(o.application_id, o.id))
    ) as t (workspace_id, id)
    where (n.application_id, n.agent_id, n.direction, n.lifecycle, n.end_reason, n.outcome, n.started_at)
      is distinct from (o.application_id, o.agent_id, o.direction, o.lifecycle, o.end_reason, o.outcome, o.started_at)
    group by t.workspace_id;
  else
    insert into report_touched (workspace_id, ids)
    select r.workspace_id, array_agg(distinct coalesce(r.application_id, r.id)) from changed_rows r group by r.workspace_id;
  end if;
  return null;
end $$;
create trigger calls_report_insert after insert on calls
  referencing new table as changed_rows for each statement execute function report_touch_calls();
create trigger calls_report_delete after delete on calls
  referencing old table as changed_rows for each statement execute function report_touch_calls();
create trigger calls_report_update after update on calls
  referencing old table as old_rows new table as new_rows for each statement execute function report_touch_calls();

create function report_touch_dispositions() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into report_touched (workspace_id, ids)
    select n.workspace_id, array_agg(n.application_id)
    from new_rows n join old_rows o on o.workspace_id = n.workspace_id and o.application_id = n.application_id
    where (n.reason_id, n.status_type) is distinct from (o.reason_id, o.status_type)
    group by n.workspace_id;
  else
    insert into report_touched (workspace_id, ids)
    select r.workspace_id, array_agg(r.application_id) from changed_rows r group by r.workspace_id;
  end if;
  return null;
end $$;
create trigger dispositions_report_insert after insert on dispositions
  referencing new table as changed_rows for each statement execute function report_touch_dispositions();
create trigger dispositions_report_delete after delete on dispositions
  referencing old table as changed_rows for each statement execute function report_touch_dispositions();
create trigger dispositions_report_update after update on dispositions
  referencing old table as old_rows new table as new_rows for each statement execute function report_touch_dispositions();

-- All applications of a position, where they belong to another company or have had another time to be filled.
create function report_touch_position() returns trigger language plpgsql as $$
begin
  insert into report_touched (workspace_id, ids)
  select x.workspace_id, array_agg(x.id) from applications x
  where x.workspace_id = new.workspace_id and x.position_id = new.id
  group by x.workspace_id;
  return null;
end $$;
create trigger positions_report after update on positions for each row
  when (new.company_id is distinct from old.company_id or new.opened_at is distinct from old.opened_at)
  execute function report_touch_position();

-- ---------------------------------------------------------------- from when on

-- A workspace begins with nothing, which is what its sums say.
create function report_begin() returns trigger language plpgsql as $$
begin
  insert into report_states (workspace_id, timezone, ready) values (new.id, new.timezone, true);
  return null;
end $$;
create trigger workspaces_report after insert on workspaces for each row execute function report_begin();

-- Other days are cut in another timezone. As long as nothing is counted none are; later a job counts anew.
create function report_follow_timezone() returns trigger language plpgsql as $$
begin
  update report_states s set timezone = new.timezone
  where s.workspace_id = new.id and s.ready and not exists (select from report_subjects x where x.workspace_id = new.id);
  return null;
end $$;
create trigger workspaces_report_timezone after update of timezone on workspaces for each row
  when (new.timezone is distinct from old.timezone) execute function report_follow_timezone();

insert into report_states (workspace_id, timezone, ready) select id, timezone, false from workspaces;

-- ---------------------------------------------------------------- compaction

-- Adds what was counted since the last time to the sums; how many it was.
create function report_compact(workspace uuid) returns integer language plpgsql as $$
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
  return taken;
end $$;
