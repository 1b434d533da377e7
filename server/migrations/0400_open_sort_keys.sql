-- Whether the application is open: neither closed nor deleted. A list of open applications walks only their keys. Until the job has
-- written a row again, true means that it may be open.
alter table application_sort_keys add column is_open boolean not null default true;

update custom_fields set sort_version = sort_version + 1, sort_state = 'stale' where sort_state = 'ready';
