-- What happened on a position and who did it, newest first; and how far its applications came.

create index activity_logs_by_position on activity_logs (workspace_id, position_id, at, id) include (user_id);
create index applications_reached on applications (workspace_id, position_id, reached) where deleted_at is null;
