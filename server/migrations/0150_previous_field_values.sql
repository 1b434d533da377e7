-- The value of a custom field before a bulk edit, as it is stored: an undo restores it. Null if it was empty.
-- `old_value` is the text that people read, which an undo could not turn back into a value.
alter table activity_logs add column old_raw jsonb;
