-- Look-ups the first tables left without an index: people by their employer, and what a file hangs on.

create index candidates_by_company_text on candidates
  using gin (workspace_id, lower(coalesce(current_company, '')) gin_trgm_ops);
create index candidates_by_resume on candidates (workspace_id, resume_file_id) where resume_file_id is not null;
create index applications_by_resume on applications (workspace_id, resume_file_id) where resume_file_id is not null;
create index activity_logs_by_file on activity_logs (workspace_id, file_id) where file_id is not null;
