-- The language a person reads the product in; null while they have not chosen one.
alter table users add column language text;
