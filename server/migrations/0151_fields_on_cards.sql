-- Whether the cards of boards show a field of applications or candidates.
alter table custom_fields add column on_cards boolean not null default false;
