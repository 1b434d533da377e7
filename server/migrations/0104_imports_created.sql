-- The records that an import created before its first row, and the settings that choose them.
alter table imports add column created jsonb;
