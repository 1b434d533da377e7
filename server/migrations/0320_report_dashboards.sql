-- Saved reports on a grid. `roles`: with whom it is shared; empty: with nobody.
create table report_dashboards (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  folder text not null default '',
  roles text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create unique index report_dashboards_name_key on report_dashboards (workspace_id, user_id, lower(folder), lower(name))
  where deleted_at is null;
create index report_dashboards_in_order on report_dashboards (workspace_id, (lower(folder) || ' ' || lower(name)), id);
create index report_dashboards_updated on report_dashboards (workspace_id, updated_at, id);
create index report_dashboards_deleted on report_dashboards (deleted_at) where deleted_at is not null;

-- The tiles fill the rows of a grid of three columns in their order, which is from 0.
create table report_dashboard_tiles (
  workspace_id uuid not null,
  dashboard_id uuid not null,
  report_id uuid not null,
  ordinal integer not null,
  width smallint not null check (width between 1 and 3),
  height text not null check (height in ('small', 'medium', 'large')),
  primary key (workspace_id, dashboard_id, report_id),
  foreign key (workspace_id, dashboard_id) references report_dashboards (workspace_id, id) on delete cascade,
  -- Deleted reports keep their tiles until they are removed for good.
  foreign key (workspace_id, report_id) references saved_reports (workspace_id, id) on delete cascade
);
create index report_dashboard_tiles_of_report on report_dashboard_tiles (workspace_id, report_id);

-- The sample data have a report dashboard.
alter table sample_records drop constraint sample_records_kind_check;
alter table sample_records add constraint sample_records_kind_check
  check (kind in (
    'company', 'user', 'agent', 'position', 'saved_view', 'saved_report', 'report_dashboard', 'source_cost', 'call_queue',
    'voice_campaign', 'candidate', 'custom_field'
  ));
