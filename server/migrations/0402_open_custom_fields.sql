-- outside a transaction
-- A filter of open applications by a custom field: a value that one in four applications has, most of them closed, is found among few.
create index concurrently if not exists applications_open_custom_fields on applications
  using gin (workspace_id, custom_fields jsonb_path_ops)
  where custom_fields <> '{}' and deleted_at is null and closed_at is null;
