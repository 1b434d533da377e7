-- Whose secret signed the report that began a call. Later reports must be signed with a secret that may continue it.
-- Null: logged by hand, or begun before this column. By its id alone such a call is not continued.
alter table calls add column begun_with text;
alter table calls add constraint calls_begun_with_check check (begun_with in ('workspace', 'installation')) not valid;
