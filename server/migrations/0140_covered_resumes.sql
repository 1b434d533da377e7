-- Copies of résumés for clients, with contact data covered, or why there is none. Made again when `made_from` no longer
-- fits: a hash of what was covered and how. Gone with the file.
create table covered_resumes (
  workspace_id uuid not null,
  file_id uuid not null,
  made_from text not null,
  problem text,
  content bytea,
  page_count integer,
  made_at timestamptz(3) not null default now(),
  primary key (workspace_id, file_id),
  foreign key (workspace_id, file_id) references files (workspace_id, id) on delete cascade,
  check ((problem is null) = (content is not null))
);
alter table covered_resumes alter column content set storage external;
