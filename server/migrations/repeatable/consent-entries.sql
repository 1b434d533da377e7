-- The one definition of what a person's consent entries mean, by channel and purpose. A revocation holds from when it is
-- recorded until an entry of the same channel follows that is not dated before it: a consent given earlier and recorded
-- later does not lift it.
create or replace function consent_states(workspace uuid, candidate uuid)
returns table (channel text, purpose text, action text, entry_id uuid) language sql stable as $$
  select e.channel, e.purpose,
    case when bool_or(e.holds) then 'revoked' else (array_agg(e.action order by e.place desc))[1] end,
    coalesce(
      (array_agg(e.id order by e.happened_at desc, e.place desc) filter (where e.holds))[1],
      (array_agg(e.id order by e.place desc))[1]
    )
  from (
    select x.*, x.action = 'revoked' and not exists (
      select from consent_entries l
      where l.workspace_id = x.workspace_id and l.candidate_id = x.candidate_id and l.channel = x.channel
        and l.purpose = x.purpose and l.action <> 'revoked' and l.place > x.place and l.happened_at >= x.happened_at
    ) as holds
    from consent_entries x where x.workspace_id = workspace and x.candidate_id = candidate
  ) e
  group by e.channel, e.purpose
$$;

-- What `candidates` has of it. An entry for all channels is the consent, a revocation of all calls is do-not-call.
create or replace function consent_of(
  workspace uuid, candidate uuid, out consent text, out do_not_call boolean, out given text[], out revoked text[]
) language sql stable as $$
  select
    case coalesce(max(s.action) filter (where s.channel = 'any'), 'cleared')
      when 'given' then 'given' when 'revoked' then 'withdrawn' else 'unknown'
    end,
    coalesce(bool_or(s.action = 'revoked') filter (where s.channel = 'calls'), false),
    coalesce(array_agg(s.channel order by s.channel) filter (where s.channel <> 'any' and s.action = 'given'), '{}'),
    coalesce(
      array_agg(s.channel order by s.channel) filter (where s.channel not in ('any', 'calls') and s.action = 'revoked'),
      '{}'
    )
  from consent_states(workspace, candidate) s where s.purpose = 'recruiting'
$$;

create or replace function derive_consent() returns trigger language plpgsql as $$
begin
  update candidates c set
    consent = s.consent, do_not_call = s.do_not_call, given_channels = s.given, revoked_channels = s.revoked
  from (select distinct workspace_id, candidate_id from new_rows) n
  cross join lateral consent_of(n.workspace_id, n.candidate_id) s
  where c.workspace_id = n.workspace_id and c.id = n.candidate_id
    and (c.consent, c.do_not_call, c.given_channels, c.revoked_channels)
      is distinct from (s.consent, s.do_not_call, s.given, s.revoked);
  return null;
end $$;

create or replace trigger consent_entries_derive after insert on consent_entries
  referencing new table as new_rows for each statement execute function derive_consent();

-- Whoever writes the fields of a candidate adds entries by it. The transaction may say who writes (`set_config`).
create or replace function consent_writer() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('muster.consent_writer', true), '')::jsonb, '{"source": "user"}')
$$;

create or replace function add_consent_entries(workspace uuid, candidate uuid, entries jsonb, at timestamptz) returns void
language sql as $$
  insert into consent_entries (
    workspace_id, candidate_id, channel, action, source, cause_id, recorded_by, evidence_call_id, happened_at
  )
  select workspace, candidate, e ->> 'channel', e ->> 'action', w ->> 'source', (w ->> 'causeId')::uuid,
    (w ->> 'userId')::uuid, (w ->> 'callId')::uuid, at
  from jsonb_array_elements(entries) e, consent_writer() w
$$;

create or replace function note_consent_of_new() returns trigger language plpgsql as $$
begin
  insert into consent_entries (
    workspace_id, candidate_id, channel, action, source, cause_id, recorded_by, evidence_call_id
  )
  select n.workspace_id, n.id, e.channel, e.action, w ->> 'source', (w ->> 'causeId')::uuid, (w ->> 'userId')::uuid,
    (w ->> 'callId')::uuid
  from new_rows n
  cross join lateral (
    select 'any' as channel, case n.consent when 'given' then 'given' else 'revoked' end as action where n.consent <> 'unknown'
    union all
    select 'calls', 'revoked' where n.do_not_call
  ) e
  cross join consent_writer() w
  where (n.consent <> 'unknown' or n.do_not_call) and w ->> 'source' <> 'sample';
  return null;
end $$;

create or replace trigger candidates_note_consent_of_new after insert on candidates
  referencing new table as new_rows for each statement execute function note_consent_of_new();

create or replace function note_consent_change() returns trigger language plpgsql as $$
declare
  known record;
  entries jsonb := '[]';
begin
  select * into known from consent_of(new.workspace_id, new.id);
  if known.consent <> new.consent then
    entries := entries || jsonb_build_object('channel', 'any', 'action',
      case new.consent when 'given' then 'given' when 'withdrawn' then 'revoked' else 'cleared' end);
  end if;
  if known.do_not_call <> new.do_not_call then
    entries := entries || jsonb_build_object('channel', 'calls', 'action',
      case when new.do_not_call then 'revoked' else 'cleared' end);
  end if;
  if entries <> '[]' then
    perform add_consent_entries(new.workspace_id, new.id, entries, clock_timestamp());
  end if;
  return null;
end $$;

create or replace trigger candidates_note_consent_change after update of consent, do_not_call on candidates
  for each row when ((old.consent, old.do_not_call) is distinct from (new.consent, new.do_not_call))
  execute function note_consent_change();

-- An import lifts no revocation. Undoing an import or a merge, and correcting a call, lift only what these had revoked.
create or replace function keep_revocations() returns trigger language plpgsql as $$
declare
  writer constant jsonb := consent_writer();
  revoked_by constant text := case writer ->> 'source' when 'import_undo' then 'import' when 'unmerge' then 'merge' end;
  lifted text;
begin
  if writer ->> 'source' not in ('import', 'import_undo', 'unmerge', 'call') then return new; end if;
  foreach lifted in array array_remove(array[
    case when old.consent = 'withdrawn' and new.consent <> 'withdrawn' then 'any' end,
    case when old.do_not_call and not new.do_not_call then 'calls' end
  ], null) loop
    -- The ledger has lifted it already.
    continue when not exists (
      select from consent_states(new.workspace_id, new.id) s
      where s.channel = lifted and s.purpose = 'recruiting' and s.action = 'revoked'
    );
    continue when exists (
      select from (
        select e.source, e.cause_id, e.evidence_call_id from consent_entries e
        where e.workspace_id = new.workspace_id and e.candidate_id = new.id and e.channel = lifted
          and e.purpose = 'recruiting' and e.action = 'revoked'
        order by e.place desc limit 1
      ) newest
      where writer ->> 'source' <> 'import' and (
        newest.source = 'earlier'
        or (newest.source = revoked_by and newest.cause_id = (writer ->> 'causeId')::uuid)
        or newest.evidence_call_id = (writer ->> 'callId')::uuid
      )
    );
    if lifted = 'any' then new.consent := old.consent; else new.do_not_call := old.do_not_call; end if;
  end loop;
  return new;
end $$;

create or replace trigger candidates_keep_revocations before update of consent, do_not_call on candidates
  for each row when (
    (old.consent = 'withdrawn' and new.consent <> 'withdrawn') or (old.do_not_call and not new.do_not_call)
  ) execute function keep_revocations();

-- Entries stay as they are. Evidence can be removed, which erasing a person does. Entries of sample people can be deleted, and
-- those of erased people after the years for which a consent must be proven.
create or replace function consent_entries_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (to_jsonb(old) - array['evidence_url', 'evidence_file_id', 'evidence_call_id', 'recorded_by'])
        = (to_jsonb(new) - array['evidence_url', 'evidence_file_id', 'evidence_call_id', 'recorded_by'])
      and (new.evidence_url is null or new.evidence_url = old.evidence_url)
      and (new.evidence_file_id is null or new.evidence_file_id = old.evidence_file_id)
      and (new.evidence_call_id is null or new.evidence_call_id = old.evidence_call_id)
      and (new.recorded_by is null or new.recorded_by = old.recorded_by) then
      return new;
    end if;
  elsif exists (
    select from sample_records s
    where s.workspace_id = old.workspace_id and s.kind = 'candidate' and s.id = old.candidate_id
  ) or exists (
    select from candidates c
    where c.workspace_id = old.workspace_id and c.id = old.candidate_id
      and greatest(c.erased_at, old.recorded_at) < now() - interval '5 years' and c.erased_at is not null
  ) then
    return old;
  end if;
  raise exception 'Consent entries are only added' using errcode = 'insufficient_privilege';
end $$;

create or replace trigger consent_entries_stay before update or delete on consent_entries
  for each row execute function consent_entries_stay();

create or replace trigger consent_entries_stay_whole before truncate on consent_entries
  for each statement execute function consent_entries_stay();
