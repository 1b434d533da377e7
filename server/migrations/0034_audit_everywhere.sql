-- The audit log of all workspaces, newest first.
create index audit_logs_everywhere on audit_logs (at, id);
