-- What the agency shares of an application with the client company, signed by who submitted it. Whether it still awaits a
-- decision is a question of the application's status.
create table submissions (
  workspace_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  company_id uuid not null,
  summary text,
  answers jsonb not null default '[]',
  submitted_by uuid not null,
  submitted_at timestamptz(3) not null default now(),
  withdrawn_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, application_id) references applications (workspace_id, id),
  foreign key (workspace_id, company_id) references companies (workspace_id, id),
  foreign key (workspace_id, submitted_by) references users (workspace_id, id)
);
create index submissions_application on submissions (workspace_id, application_id);
create unique index submissions_shared on submissions (workspace_id, application_id) where withdrawn_at is null;
create index submissions_newest on submissions (workspace_id, submitted_at, id);
create index submissions_company on submissions (workspace_id, company_id, submitted_at, id) where withdrawn_at is null;

-- Questions of the client about a submission, and the agency's replies.
create table submission_messages (
  workspace_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  user_id uuid not null,
  body text,
  at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, submission_id) references submissions (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index submission_messages_thread on submission_messages (workspace_id, submission_id, at, id);
