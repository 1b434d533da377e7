-- outside a transaction
create index concurrently if not exists import_rows_ragged on import_rows (workspace_id, import_id, row_number)
  where ragged is not null;
