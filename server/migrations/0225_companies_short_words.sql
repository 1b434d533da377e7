-- outside a transaction
create index concurrently if not exists companies_short_words on companies
  using gin (workspace_id, short_field_words(custom_fields)) where custom_fields <> '{}';
