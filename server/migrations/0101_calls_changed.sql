-- outside a transaction
create index concurrently if not exists calls_changed on calls (workspace_id, changed_at, id);
