-- The refresh token whose access token has been seen. Until it is the current one, the parent may be used again.
alter table sessions add column seen_hash text;
