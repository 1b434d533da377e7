-- Who and whose a type's applications are is read along with the type: lanes, boards over many positions and the counts
-- of a filter's values then read no rows.
drop index applications_by_type;
create index applications_by_type on applications (workspace_id, status_type, last_activity_at, id)
  include (status_id, owner_id, position_id) where deleted_at is null;
-- Few, but without it the bin is found by reading everyone.
create index candidates_deleted on candidates (workspace_id, created_at, id) where deleted_at is not null;
-- Where a card stood before it was moved, so that an undo puts it back there.
alter table activity_logs add column from_rank text collate "C";
