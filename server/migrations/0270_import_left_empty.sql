-- Rows of an import by field whose value was left empty because the user chose so. It is no lost value.
alter table imports add column left_empty_fields jsonb not null default '{}';
