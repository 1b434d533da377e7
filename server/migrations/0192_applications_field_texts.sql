-- outside a transaction
create index concurrently if not exists applications_field_texts on applications
  using gin (workspace_id, field_texts(custom_fields) gin_trgm_ops) where custom_fields <> '{}';
