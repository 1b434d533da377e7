-- What reports and the lists behind them count: docs/decisions/reports.md. A fact follows from one row (an application, a
-- line of its history or a call) by `derive_facts`, so all of this can be derived again.

create table facts (
  workspace_id uuid not null references workspaces (id),
  -- The application, or the call that belongs to none.
  subject_id uuid not null,
  metric text collate "C" not null,
  -- The row it follows from.
  row_id uuid not null,
  at timestamptz(3) not null,
  -- Of a deleted application: counts for nothing, and is found in the list of deleted ones alone.
  is_deleted boolean not null,
  position_id uuid,
  company_id uuid,
  owner_id uuid,
  agent_id uuid,
  reason_id uuid,
  source text collate "C",
  -- The type it entered or is in.
  status_type text collate "C",
  -- The type it left.
  from_type text collate "C",
  -- The furthest type it reached.
  reached_type text collate "C",
  disposition text collate "C",
  end_reason text collate "C",
  outcome text collate "C",
  -- Tenths of days or of hours, or a number of calls.
  value integer,
  -- A person moved it, or reopened it.
  moved boolean,
  had_offer boolean,
  placed boolean,
  answered boolean,
  conversation boolean,
  converted boolean,
  primary key (workspace_id, subject_id, metric, row_id)
);
create index facts_by_time on facts (workspace_id, metric, at);

-- Whom writes touched since their facts were derived.
create table pending_facts (
  workspace_id uuid not null,
  id bigint generated always as identity,
  subject_ids uuid[] not null,
  primary key (workspace_id, id)
);

-- `derived`: every subject has its facts. The totals are of the days of `timezone`, and of the subjects with an ID up to
-- `totals_through`; the largest UUID: of all. `version` changes with the totals.
create table fact_states (
  workspace_id uuid primary key references workspaces (id),
  derived boolean not null,
  timezone text not null,
  totals_through uuid not null,
  version uuid not null default gen_random_uuid()
);
insert into fact_states (workspace_id, derived, timezone, totals_through)
  select id, false, timezone, '00000000-0000-0000-0000-000000000000' from workspaces;

-- Figures by day. `split`: by what they are told apart, as `key`; both are empty for all together. `label`, `detail` and `ref`
-- tell a figure's own kinds apart; `value` is a duration, an hour, or the day it happened before.
create table fact_totals (
  workspace_id uuid not null references workspaces (id),
  split text collate "C" not null,
  key text collate "C" not null,
  figure text collate "C" not null,
  day date not null,
  label text collate "C" not null,
  detail text collate "C" not null,
  ref uuid not null,
  value integer not null,
  n bigint not null,
  primary key (workspace_id, split, key, figure, day, label, detail, ref, value) include (n)
);
create index fact_totals_by_day on fact_totals (workspace_id, split, figure, day) include (key, label, detail, ref, value, n)
  where split <> '';
create index fact_totals_empty on fact_totals (workspace_id) where n = 0;

-- What changes have added to the totals since these were last brought up to date.
create table fact_total_changes (
  workspace_id uuid not null references workspaces (id),
  id bigint generated always as identity,
  split text collate "C" not null,
  key text collate "C" not null,
  figure text collate "C" not null,
  day date not null,
  label text collate "C" not null,
  detail text collate "C" not null,
  ref uuid not null,
  value integer not null,
  n bigint not null,
  primary key (workspace_id, id)
);

-- Nodes of the released version count rows until they are replaced.
update report_states set ready = false;
