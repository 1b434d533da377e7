-- A person's consent to be contacted, as a ledger: entries are added and never changed. `candidates.consent` and
-- `candidates.do_not_call` are its newest state, which repeatable/consent-entries.sql derives.
create sequence consent_entry_places;
create table consent_entries (
  workspace_id uuid not null,
  id uuid not null default gen_random_uuid(),
  candidate_id uuid not null,
  -- The order in which the entries of a person were recorded.
  place bigint not null default nextval('consent_entry_places'),
  channel text not null check (
    channel in ('any', 'calls', 'person_call', 'voice_agent_call', 'text_message', 'email')
  ),
  purpose text not null default 'recruiting' check (purpose in ('recruiting', 'marketing')),
  -- `cleared` takes back what was recorded before: nothing is known again.
  action text not null check (action in ('given', 'revoked', 'cleared')),
  wording text,
  source text not null check (
    source in ('user', 'api', 'form', 'call', 'import', 'import_undo', 'merge', 'unmerge', 'earlier')
  ),
  -- The import or the merge that recorded it.
  cause_id uuid,
  happened_at timestamptz(3) not null default clock_timestamp(),
  recorded_at timestamptz(3) not null default clock_timestamp(),
  recorded_by uuid,
  evidence_url text,
  evidence_file_id uuid,
  evidence_call_id uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, candidate_id) references candidates (workspace_id, id),
  foreign key (workspace_id, recorded_by) references users (workspace_id, id) on delete set null (recorded_by),
  foreign key (workspace_id, evidence_file_id) references files (workspace_id, id) on delete set null (evidence_file_id),
  foreign key (workspace_id, evidence_call_id) references calls (workspace_id, id) on delete set null (evidence_call_id)
);
create index consent_entries_by_candidate on consent_entries (workspace_id, candidate_id, channel, purpose, place);
create index consent_entries_by_file on consent_entries (workspace_id, evidence_file_id) where evidence_file_id is not null;
create index consent_entries_by_call on consent_entries (workspace_id, evidence_call_id) where evidence_call_id is not null;
create index consent_entries_by_user on consent_entries (workspace_id, recorded_by) where recorded_by is not null;

-- The channels of which people gave or revoked consent by themselves, for queries over many people.
alter table candidates
  add column given_channels text[] not null default '{}',
  add column revoked_channels text[] not null default '{}';

-- Nobody knows when and how these were given or revoked; they held at the last change of the person.
insert into consent_entries (workspace_id, candidate_id, channel, action, source, happened_at)
select workspace_id, id, 'any', case consent when 'given' then 'given' else 'revoked' end, 'earlier', updated_at
from candidates where consent <> 'unknown'
union all
select workspace_id, id, 'calls', 'revoked', 'earlier', updated_at from candidates where do_not_call;
