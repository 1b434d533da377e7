-- outside a transaction
create index concurrently if not exists activity_logs_reviews on activity_logs (workspace_id, application_id, at desc)
  where cause = 'review' and reverted_at is null;
