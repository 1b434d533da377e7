-- Returns the facts of applications, and of calls without an application, from their rows alone. This is the only
-- definition of what counts. Metrics, with their columns:
--
-- created             when the application was created. status_type: the current one, reached_type: the furthest
-- move                an entry of the history. status_type: the type it entered, from_type: the type it left, value: the
--                     time in that type, in tenths of a day. Both types are null if the type stayed the same.
--                     moved: a user moved or reopened it. imported: an import brought it there
-- hired               the last hire. value: tenths of a day since the application or the first call placed
-- filled              the last hire. value: tenths of a day since the position opened, without its time on hold
-- ended               when it was closed, if it still is. disposition, reason_id, status_type: the type before.
--                     had_offer: it entered a status of type offer
-- open, due, callback when an open application entered its type, is due, is to be called back
-- call                a call that we placed, or a conversation. value: its seconds. converted: the application first
--                     arrived at qualified or beyond after this conversation
-- first_conversation  value: the calls placed up to it
-- first_call          the first call placed. value: tenths of an hour since the application was created
create or replace function derive_facts(workspace uuid, subjects uuid[]) returns setof facts language sql stable parallel safe as $$
  with application as materialized (
    select a.*, p.company_id, p.opened_at, d.reason_id, d.status_type as ended_in
    from applications a
    left join positions p on p.workspace_id = workspace and p.id = a.position_id
    left join dispositions d on d.workspace_id = workspace and d.application_id = a.id and a.closed_at is not null
    where a.workspace_id = workspace and a.id = any(subjects)
  ), entry as materialized (
    select l.id, l.application_id, l.at, l.from_type, l.to_type, l.kind in ('moved', 'reopened') as moved,
      l.kind = 'imported' as imported,
      l.from_type is distinct from l.to_type as is_entry,
      l.to_type in ('qualified', 'submitted', 'interview', 'offer', 'hired') as is_advanced,
      l.from_type in ('qualified', 'submitted', 'interview', 'offer', 'hired') as was_advanced
    from activity_logs l
    where l.workspace_id = workspace and l.application_id = any(subjects) and l.to_type is not null
      and l.reverted_at is null
  ), stay as (
    select e.*, lag(e.to_type) over earlier as left_type, lag(e.at) over earlier as entered_at
    from entry e where e.is_entry
    window earlier as (partition by e.application_id order by e.at, e.id)
  ), history as materialized (
    select e.application_id, max(e.at) filter (where e.to_type = 'hired') as hired_at,
      bool_or(e.to_type = 'offer') as had_offer, max(e.at) filter (where e.to_type = a.status_type) as since,
      -- An application whose first known move starts at qualified or beyond arrived earlier.
      (array_agg(case when e.was_advanced then '-infinity' else e.at end order by e.at, e.id)
        filter (where e.is_advanced or e.was_advanced))[1] as advanced_at
    from entry e join application a on a.id = e.application_id
    where e.is_entry
    group by e.application_id
  ), call as materialized (
    select c.*, count(*) filter (where c.placed) over (partition by c.application_id order by c.at)::integer as tries
    from (
      select k.id, k.application_id, k.started_at as at, k.agent_id, k.end_reason, k.outcome, k.duration_seconds,
        call_is_placed(k.direction, k.lifecycle) as placed, call_is_answered(k.end_reason, k.lifecycle) as answered,
        call_is_conversation(k.end_reason) as conversation
      from calls k where k.workspace_id = workspace and k.application_id = any(subjects)
    ) as c
  ), called as materialized (
    select c.application_id, min(c.at) filter (where c.placed) as placed_at,
      min(c.at) filter (where c.conversation) as spoken_at, min(c.tries) filter (where c.conversation) as tries
    from call c group by c.application_id
  ), fact as (
    select a.id as subject_id, 'created' as metric, a.id as row_id, a.created_at as at, null::uuid as agent_id,
      null::uuid as reason_id, a.status_type, null::text as from_type,
      (array['lead', 'contacted', 'qualified', 'submitted', 'interview', 'offer', 'hired'])[
        case when a.reached between 0 and 6 then a.reached else 0 end + 1
      ] as reached_type,
      null::text as disposition, null::text as end_reason, null::text as outcome, null::integer as value,
      null::boolean as moved, null::boolean as had_offer, null::boolean as placed, null::boolean as answered,
      null::boolean as conversation, null::boolean as converted, null::boolean as imported
    from application a
    union all
    select s.application_id, 'move', s.id, s.at, null, null, s.to_type, s.left_type, null, null, null, null,
      round(extract(epoch from s.at - s.entered_at) / 8640), s.moved, null, null, null, null, null, s.imported
    from stay s
    union all
    select e.application_id, 'move', e.id, e.at, null, null, null, null, null, null, null, null, null, true, null,
      null, null, null, null, null
    from entry e where e.moved and not e.is_entry
    union all
    select h.application_id, 'hired', h.application_id, h.hired_at, null, null, null, null, null, null, null, null,
      greatest(0, round(extract(epoch from h.hired_at - least(a.applied_at, c.placed_at)) / 8640)),
      null, null, null, null, null, null, null
    from history h
    join application a on a.id = h.application_id
    left join called c on c.application_id = h.application_id
    where h.hired_at is not null
    union all
    select h.application_id, 'filled', h.application_id, h.hired_at, null, null, null, null, null, null, null, null,
      greatest(0, round((
        extract(epoch from h.hired_at - a.opened_at) - coalesce((
          select sum(extract(epoch from least(o.until, h.hired_at) - greatest(o.at, a.opened_at)))
          from (
            select s.at, s.state, coalesce(lead(s.at) over (order by s.at), 'infinity') as until
            from position_states s where s.workspace_id = workspace and s.position_id = a.position_id
          ) as o
          where o.state = 'on_hold' and o.at < h.hired_at and o.until > a.opened_at
        ), 0)
      ) / 8640)), null, null, null, null, null, null, null
    from history h join application a on a.id = h.application_id
    where h.hired_at is not null
    union all
    select a.id, 'ended', a.id, a.closed_at, null, a.reason_id, coalesce(a.ended_in, a.status_type), null, null,
      a.disposition, null, null, null, null, coalesce(h.had_offer, false), null, null, null, null, null
    from application a left join history h on h.application_id = a.id
    where a.closed_at is not null
    union all
    select a.id, 'open', a.id, coalesce(h.since, a.entered_status_at), null, null, a.status_type, null, null, null, null,
      null, null, null, null, null, null, null, null, null
    from application a left join history h on h.application_id = a.id
    where a.status_type not in ('hired', 'closed')
    union all
    select a.id, 'due', a.id, a.due_at, null, null, a.status_type, null, null, null, null, null, null, null, null, null,
      null, null, null, null
    from application a where a.closed_at is null and a.due_at is not null
    union all
    select a.id, 'callback', a.id, a.callback_at, null, null, null, null, null, null, null, null, null, null, null, null,
      null, null, null, null
    from application a where a.callback_at is not null
    union all
    select c.application_id, 'call', c.id, c.at, c.agent_id, null, null, null, null, null, c.end_reason, c.outcome, c.duration_seconds,
      null, null, c.placed, c.answered, c.conversation, coalesce(c.conversation and h.advanced_at > c.at, false), null
    from call c left join history h on h.application_id = c.application_id
    where c.placed or c.conversation
    union all
    select c.application_id, 'first_conversation', c.application_id, c.spoken_at, null, null, null, null, null, null, null,
      null, c.tries, null, null, null, null, null, null, null
    from called c where c.spoken_at is not null
    union all
    select c.application_id, 'first_call', c.application_id, c.placed_at, null, null, null, null, null, null, null, null,
      greatest(0, round(extract(epoch from c.placed_at - a.created_at) / 360)), null, null, null, null, null, null, null
    from called c join application a on a.id = c.application_id
    where c.placed_at is not null
  )
  select workspace, f.subject_id, f.metric, f.row_id, f.at, a.deleted_at is not null, a.position_id, a.company_id, a.owner_id, f.agent_id, f.reason_id,
    nullif(a.source, ''), f.status_type, f.from_type, f.reached_type, f.disposition, f.end_reason, f.outcome, f.value::integer,
    f.moved, f.had_offer, f.placed, f.answered, f.conversation, f.converted, f.imported
  from fact f join application a on a.id = f.subject_id
  union all
  select workspace, c.id, 'call', c.id, c.started_at, false, null, null, null, c.agent_id, null, null, null, null, null, null,
    c.end_reason, c.outcome, c.duration_seconds, null, null, call_is_placed(c.direction, c.lifecycle),
    call_is_answered(c.end_reason, c.lifecycle), call_is_conversation(c.end_reason), false, null
  from calls c
  where c.workspace_id = workspace and c.id = any(subjects) and c.application_id is null
    and (call_is_placed(c.direction, c.lifecycle) or call_is_conversation(c.end_reason))
$$;
