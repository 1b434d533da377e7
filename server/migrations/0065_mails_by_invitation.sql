-- outside a transaction
create index concurrently if not exists mails_by_invitation on mails (workspace_id, invitation_id)
  where invitation_id is not null;
