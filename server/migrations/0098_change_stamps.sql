-- When a row last changed, as the API reports it. A trigger sets it (repeatable/change-stamps.sql), so that no code can
-- leave it out. `updated_at` is the beginning of the transaction, which says nothing about the order of commits.
do $$
declare
  tracked text;
begin
  foreach tracked in array array[
    'activity_logs', 'agents', 'api_keys', 'applications', 'audit_logs', 'calls', 'candidates', 'companies', 'imports',
    'invitations', 'invoices', 'mails', 'notifications', 'outgoing_webhooks', 'pipelines', 'plans', 'positions',
    'sessions', 'users', 'webhook_deliveries', 'workspaces'
  ] loop
    execute format('alter table %I add column changed_at timestamptz(3) not null default now()', tracked);
  end loop;
end $$;

-- Rows that were deleted from their tables. Rows that are only marked as deleted are not here.
create table deleted_rows (
  workspace_id uuid not null references workspaces,
  table_name text not null,
  id uuid not null,
  changed_at timestamptz(3) not null default now(),
  primary key (workspace_id, table_name, id)
);

create index deleted_rows_changed on deleted_rows (workspace_id, table_name, changed_at, id);

-- Set by a restore: changes between `restored_from` and `restored_at` happened in a past that is lost.
alter table installation add column restored_from timestamptz(3), add column restored_at timestamptz(3);
