-- A provider may not know the phone number of a voice agent.
alter table voice_campaigns
  drop constraint voice_campaigns_pause_reason_check,
  add constraint voice_campaigns_pause_reason_check check (
    pause_reason in ('user', 'starter_lost_access', 'no_account', 'number_unknown', 'provider_refused', 'provider_failed')
  );
