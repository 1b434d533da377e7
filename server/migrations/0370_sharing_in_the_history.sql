-- What was shared with clients before it was recorded in the history of applications.
insert into activity_logs (workspace_id, id, application_id, position_id, kind, at, user_id, new_value, body)
select s.workspace_id, gen_random_uuid(), s.application_id, a.position_id, 'shared', s.submitted_at, s.submitted_by, o.name,
  s.summary
from submissions s
join applications a on a.workspace_id = s.workspace_id and a.id = s.application_id
join companies o on o.workspace_id = s.workspace_id and o.id = s.company_id
where s.summary is not null;

-- Who withdrew it is in the audit log only.
insert into activity_logs (workspace_id, id, application_id, position_id, kind, at, user_id, new_value)
select s.workspace_id, gen_random_uuid(), s.application_id, a.position_id, 'withdrawn', s.withdrawn_at, (
    select l.user_id from audit_logs l
    where l.workspace_id = s.workspace_id and l.action = 'submission.withdrawn' and l.subject_id = s.application_id
      and l.at = s.withdrawn_at
    limit 1
  ), o.name
from submissions s
join applications a on a.workspace_id = s.workspace_id and a.id = s.application_id
join companies o on o.workspace_id = s.workspace_id and o.id = s.company_id
where s.withdrawn_at is not null;

insert into activity_logs (workspace_id, id, application_id, position_id, kind, at, user_id, new_value, body)
select m.workspace_id, gen_random_uuid(), s.application_id, a.position_id,
  case when u.company_id is null then 'replied' else 'asked' end, m.at, m.user_id, o.name, m.body
from submission_messages m
join submissions s on s.workspace_id = m.workspace_id and s.id = m.submission_id
join users u on u.workspace_id = m.workspace_id and u.id = m.user_id
join applications a on a.workspace_id = s.workspace_id and a.id = s.application_id
join companies o on o.workspace_id = s.workspace_id and o.id = s.company_id;
