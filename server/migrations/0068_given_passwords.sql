-- When somebody else chose the password, or it was generated: its owner must choose their own when they sign in with it.
-- Null once they have.
alter table logins add column given_at timestamptz(3);
