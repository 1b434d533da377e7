-- Who types "Muller" finds Müller, and who types "Müller" finds Muller: what is searched, and what is typed, is compared
-- in lower case without accents.

create extension if not exists unaccent;

-- `unaccent` is only stable, since its dictionary may be changed; ours is the one that PostgreSQL brings.
create function fold(text) returns text language sql immutable strict parallel safe
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$;

alter table candidates drop column search_text;
alter table candidates add column search_text text not null generated always as
  (fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) stored;
create index candidates_search on candidates using gin (workspace_id, search_text gin_trgm_ops);

-- No report counts by what is searched.
alter table applications disable trigger applications_report_update;
update applications set candidate_search = fold(candidate_search) where candidate_search <> fold(candidate_search);
alter table applications enable trigger applications_report_update;

drop index companies_search;
create index companies_search on companies using gin (workspace_id, fold(name) gin_trgm_ops);
drop index positions_search;
create index positions_search on positions using gin (workspace_id, fold(name) gin_trgm_ops);
drop index candidates_by_company_text;
create index candidates_by_company_text on candidates
  using gin (workspace_id, fold(coalesce(current_company, '')) gin_trgm_ops);
