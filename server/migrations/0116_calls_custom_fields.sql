-- outside a transaction
create index concurrently if not exists calls_custom_fields on calls
  using gin (workspace_id, custom_fields jsonb_path_ops) where custom_fields <> '{}';
