-- Attempts at a secret that are being checked right now. They count as failures until they turn out to be right, so that
-- parallel attempts cannot pass the limit.
alter table login_failures add column pending integer not null default 0;
