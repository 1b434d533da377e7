-- Since when the facts of a subject are as they are, for those who copy them. `version` grows with each change: one transaction at a
-- time writes the facts of a workspace, so versions are committed in their order.
create sequence fact_change_versions;
create table fact_changes (
  workspace_id uuid not null,
  -- The application, or the call that belongs to none.
  subject_id uuid not null,
  version bigint not null default nextval('fact_change_versions'),
  changed_at timestamptz(3) not null default clock_timestamp(),
  primary key (workspace_id, subject_id)
);
create unique index fact_changes_version on fact_changes (workspace_id, version);
create index fact_changes_time on fact_changes (workspace_id, changed_at);
insert into fact_changes (workspace_id, subject_id) select distinct workspace_id, subject_id from facts;
