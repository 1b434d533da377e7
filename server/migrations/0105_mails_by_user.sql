-- An email to a user is not sent once they are suspended or deleted.
alter table mails add column user_id uuid;
