-- Rows refused because the plan had no room left; among the invalid ones. Those who import see at once why, and where to go.
alter table imports add column plan_limit_count integer not null default 0;
