-- What a source of applications cost in a month, as it was paid: amounts are in the minor unit of their currency and are never
-- converted. A source is the text that applications have; it may have costs before the first application came from it.
create table source_costs (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  source text not null check (source <> ''),
  -- As 2026-03.
  month text collate "C" not null check (month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  amount_minor bigint not null check (amount_minor between 0 and 100000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  version integer not null default 1,
  updated_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, updated_by) references users (workspace_id, id) on delete set null (updated_by)
);
create unique index source_costs_month_key on source_costs (workspace_id, month, source);
create index source_costs_in_order on source_costs (workspace_id, (month || ' ' || source), id);
create index source_costs_by_user on source_costs (workspace_id, updated_by) where updated_by is not null;

-- The sample data have costs.
alter table sample_records drop constraint sample_records_kind_check;
alter table sample_records add constraint sample_records_kind_check
  check (kind in (
    'company', 'user', 'agent', 'position', 'saved_view', 'saved_report', 'source_cost', 'call_queue', 'voice_campaign',
    'candidate', 'custom_field'
  ));
