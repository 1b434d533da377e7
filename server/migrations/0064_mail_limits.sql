-- Limits on mail that one person causes to be sent to another, counted on all nodes together. A key is a mailbox, a
-- sender or a workspace; mailboxes are hashed, as they may belong to nobody here.
create table mail_counts (
  key text primary key,
  -- When each mail was sent; a mail that waits for its turn has a time to come.
  times timestamptz(3)[] not null,
  -- From then on the row says nothing any more.
  until timestamptz(3) not null
);

-- A mail to a stranger names its invitation, and is not sent once that is void.
alter table mails
  add column invitation_id uuid,
  add column canceled_at timestamptz(3);
