-- outside a transaction
create index concurrently if not exists audit_logs_changed on audit_logs (workspace_id, changed_at, id);
