-- How many of the calls that the agent can have at once the campaign leaves to incoming calls and other campaigns.
alter table voice_campaigns add column kept_free smallint not null default 0;
