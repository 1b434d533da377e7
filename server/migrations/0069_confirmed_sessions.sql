-- When its owner last entered their password or a code in this session; null: not since they signed in.
alter table sessions add column confirmed_at timestamptz(3);
