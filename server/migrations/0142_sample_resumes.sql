-- When the résumés of a workspace's sample people were written: files cannot be written in the transaction of the rows.
alter table workspaces add column sample_resumes_at timestamptz(3);
