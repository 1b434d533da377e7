-- Time to hire starts at the application or the first call that was placed, whichever is earlier, and is never negative.
-- A cancelled, queued or inbound call is no engagement.
-- An application had an offer if its history has an entry into a status of type offer that was not undone. The furthest
-- type alone does not show this: a hire without an offer goes further.
-- A conversation converts an application only if its first arrival at qualified or beyond came after it. One whose first
-- known move starts there arrived before. The rest is unchanged from 0045.
create or replace function report_events(workspace uuid, subjects uuid[], wanted integer[] default null, callers uuid[] default null)
returns table (subject uuid, metric integer, agent uuid, at timestamptz, a integer, b integer, ref uuid)
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off as $$
declare
  nothing constant uuid := '00000000-0000-0000-0000-000000000000';
  offer constant integer := 5;
  hired constant integer := 6;
  about_types constant boolean := wanted is null or wanted && array[1, 2, 13];
  about_moves constant boolean := wanted is null or wanted && array[3, 4, 5, 6, 7, 8, 9, 10, 33];
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
  from_type integer; to_type integer; is_move boolean; is_entry boolean; left_type integer; entered_at timestamptz;
  had_offer boolean; hired_at timestamptz; advanced_at timestamptz; since timestamptz;
  -- A call, and what came before.
  caller uuid; end_reason integer; outcome integer; is_answered boolean; is_placed boolean; is_conversation boolean;
  placed_at timestamptz; spoken_at timestamptz; attempts integer;
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
      if closed_at is null and due_at is not null then metric := 11; at := due_at; a := type; return next; end if;
      if callback_at is not null then metric := 12; at := callback_at; a := 0; return next; end if;
    end if;

    had_offer := false; left_type := null; hired_at := null; advanced_at := null; since := null;
    if about_moves and application is not null then
      for at, from_type, to_type, is_move, is_entry in
        select l.at, report_type(l.from_type), report_type(l.to_type), l.kind in ('moved', 'reopened'), l.from_type is distinct from l.to_type
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
        if advanced_at is null and (from_type between 2 and hired or to_type between 2 and hired) then
          advanced_at := case when from_type between 2 and hired then '-infinity' else at end;
        end if;
        if to_type = offer then had_offer := true; end if;
        if to_type = hired then hired_at := at; end if;
        if to_type = type then since := at; end if;
      end loop;
      if type < hired then metric := 10; at := coalesce(since, entered_status_at); a := type; return next; end if;
      if closed_at is not null then
        metric := 7; at := closed_at; a := disposition;
        b := coalesce(ended_in, type) + case when had_offer then 10 else 0 end;
        ref := reason; return next; b := 0; ref := nothing;
      end if;
    end if;

    placed_at := null; spoken_at := null; attempts := 0;
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
    metric := 5; at := hired_at;
    b := greatest(0, round(extract(epoch from hired_at - least(applied_at, placed_at)) / 8640)); return next;
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

-- The job that keeps the daily totals rebuilds them; until then, reports count rows.
update report_states s set ready = false
where exists (select from report_subjects x where x.workspace_id = s.workspace_id);
