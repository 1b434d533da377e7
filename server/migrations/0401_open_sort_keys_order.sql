-- outside a transaction
create index concurrently if not exists application_sort_keys_open
  on application_sort_keys (workspace_id, field_id, value, application_id) where is_open;
