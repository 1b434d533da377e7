-- outside a transaction
create index concurrently if not exists import_rows_lost on import_rows (workspace_id, import_id, row_number)
  where lost is not null;
