-- What points to a person or an application is found by it, so that either can be erased without reading whole tables.

create index calls_by_candidate on calls (workspace_id, candidate_id) where candidate_id is not null;
create index notifications_by_application on notifications (workspace_id, application_id) where application_id is not null;
