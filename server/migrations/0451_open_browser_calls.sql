-- outside a transaction
create index concurrently if not exists calls_open_in_browser on calls (started_at)
  where parent_call_id is not null and lifecycle in ('queued', 'ringing', 'in_progress');
