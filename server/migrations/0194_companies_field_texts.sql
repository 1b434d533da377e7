-- outside a transaction
create index concurrently if not exists companies_field_texts on companies
  using gin (workspace_id, field_texts(custom_fields) gin_trgm_ops) where custom_fields <> '{}';
