-- What an installation sells to its workspaces, who bought it, and what they owe.

-- ---------------------------------------------------------------- plans

-- A plan's name and place are its own; what it sells is in its terms, which are numbered and never change, so that who
-- bought keeps what they bought.
alter table plans
  drop column price_monthly_minor,
  drop column price_yearly_minor,
  drop column currency,
  drop column limits,
  drop column features,
  drop column archived_at,
  add column state text not null default 'hidden',
  add column is_default boolean not null default false,
  add column terms integer not null default 1,
  add column version integer not null default 1,
  add column updated_at timestamptz(3) not null default now(),
  add constraint plans_state_known check (state in ('public', 'hidden', 'archived'));
create unique index plans_name_key on plans (lower(name)) where state <> 'archived';
create unique index plans_one_default on plans (is_default) where is_default;

create table plan_terms (
  plan_id uuid not null references plans (id),
  number integer not null,
  -- Null: not sold by the month, or the year; both null: sold by agreement.
  price_monthly_minor bigint check (price_monthly_minor >= 0),
  price_yearly_minor bigint check (price_yearly_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  per_seat boolean not null default false,
  trial_days integer not null default 0,
  -- Each a number or "unlimited", never absent.
  limits jsonb not null check (limits ?& array['seats', 'openPositions', 'applicationsAMonth', 'callMinutesAMonth']),
  features jsonb not null default '[]',
  since timestamptz(3) not null default now(),
  -- The prices of these terms at Stripe, made when they are first bought.
  stripe_monthly_price text,
  stripe_yearly_price text,
  primary key (plan_id, number)
);

-- An installation sells nothing until a plan is public; all of it is on the unlimited one until then.
insert into plans (id, name, description, state, is_default, ordinal) values
  ('0197f0a0-0000-7000-8000-0000000000a0', 'Unlimited', 'Everything, for everyone here.', 'hidden', true, 0),
  ('0197f0a0-0000-7000-8000-0000000000a1', 'Free', 'For trying it out on a position or two.', 'hidden', false, 1),
  ('0197f0a0-0000-7000-8000-0000000000a2', 'Team', 'For a team that hires all the time.', 'hidden', false, 2),
  ('0197f0a0-0000-7000-8000-0000000000a3', 'Agency', 'For an agency with many clients and voice agents.', 'hidden', false, 3),
  ('0197f0a0-0000-7000-8000-0000000000a4', 'Enterprise', 'For what does not fit anywhere else.', 'hidden', false, 4);
insert into plan_terms
  (plan_id, number, price_monthly_minor, price_yearly_minor, currency, per_seat, trial_days, limits, features)
values
  ('0197f0a0-0000-7000-8000-0000000000a0', 1, 0, 0, 'USD', false, 0,
    '{"seats": "unlimited", "openPositions": "unlimited", "applicationsAMonth": "unlimited", "callMinutesAMonth": "unlimited"}',
    '[]'),
  ('0197f0a0-0000-7000-8000-0000000000a1', 1, 0, 0, 'USD', false, 0,
    '{"seats": 3, "openPositions": 2, "applicationsAMonth": 200, "callMinutesAMonth": 60}',
    '["Boards, lists and imports", "Reports and exports"]'),
  ('0197f0a0-0000-7000-8000-0000000000a2', 1, 3900, 39000, 'USD', true, 14,
    '{"seats": 50, "openPositions": 50, "applicationsAMonth": 10000, "callMinutesAMonth": 2000}',
    '["Everything in Free", "API keys and webhooks"]'),
  ('0197f0a0-0000-7000-8000-0000000000a3', 1, 149000, 1490000, 'USD', false, 14,
    '{"seats": 100, "openPositions": "unlimited", "applicationsAMonth": 200000, "callMinutesAMonth": 30000}',
    '["Everything in Team", "One price for the whole agency"]'),
  ('0197f0a0-0000-7000-8000-0000000000a4', 1, null, null, 'USD', false, 0,
    '{"seats": "unlimited", "openPositions": "unlimited", "applicationsAMonth": "unlimited", "callMinutesAMonth": "unlimited"}',
    '["Everything in Agency", "Terms made for you"]');

-- What a workspace has whenever it has no live subscription. Those that are here keep the unlimited plan whatever is
-- sold later; a new one gets the plan that is the default then.
alter table workspaces
  add column plan_id uuid,
  add column plan_terms integer,
  add constraint workspaces_plan_fkey foreign key (plan_id, plan_terms) references plan_terms (plan_id, number);
update workspaces set plan_id = '0197f0a0-0000-7000-8000-0000000000a0', plan_terms = 1;

-- Here and not in the code, so that a server of the version before may go on making workspaces.
create function workspaces_take_default_plan() returns trigger language plpgsql as $$
begin
  select id, terms into new.plan_id, new.plan_terms from plans where is_default;
  return new;
end
$$;
create trigger workspaces_take_default_plan before insert on workspaces
  for each row when (new.plan_id is null) execute function workspaces_take_default_plan();
-- A constraint and no "not null": who inserts need not name it.
alter table workspaces add constraint workspaces_have_a_plan check (plan_id is not null and plan_terms is not null);
create index workspaces_by_plan on workspaces (plan_id, plan_terms);

-- ---------------------------------------------------------------- who bought what

-- Nothing was ever kept in the one before.
drop table subscriptions;
create table subscriptions (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  -- Incomplete: chosen, and not paid yet. The next three are live.
  state text not null check (state in ('incomplete', 'trialing', 'active', 'past_due', 'canceled')),
  provider text not null check (provider in ('manual', 'stripe')),
  plan_id uuid not null,
  terms integer not null,
  interval text not null check (interval in ('month', 'year')),
  -- Null where the plan is not sold by the seat.
  seats integer check (seats > 0),
  -- Where the periods are counted from, so that one begun on the 31st comes back to it.
  anchor_at timestamptz(3),
  period_start timestamptz(3),
  period_end timestamptz(3),
  trial_ends_at timestamptz(3),
  trial_end_told_at timestamptz(3),
  cancel_at_period_end boolean not null default false,
  cancel_reason text,
  past_due_since timestamptz(3),
  -- A change down that waits for the period's end.
  next_plan_id uuid,
  next_terms integer,
  next_interval text check (next_interval in ('month', 'year')),
  next_seats integer check (next_seats > 0),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('canceled', 'unpaid', 'replaced', 'withdrawn')),
  -- Stripe's.
  provider_id text,
  checkout_id text,
  checkout_url text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  primary key (workspace_id, id),
  foreign key (plan_id, terms) references plan_terms (plan_id, number),
  foreign key (next_plan_id, next_terms) references plan_terms (plan_id, number),
  constraint subscriptions_live_have_a_period
    check (state not in ('trialing', 'active', 'past_due') or (period_start < period_end and started_at is not null)),
  constraint subscriptions_past_due_since check ((state = 'past_due') = (past_due_since is not null)),
  constraint subscriptions_ended check ((state = 'canceled') = (ended_at is not null))
);
-- At most one that is live, and one that waits for its first payment.
create unique index subscriptions_live on subscriptions (workspace_id) where state in ('trialing', 'active', 'past_due');
create unique index subscriptions_waiting on subscriptions (workspace_id) where state = 'incomplete';
create unique index subscriptions_provider_key on subscriptions (workspace_id, provider_id) where provider_id is not null;
create index subscriptions_by_provider_id on subscriptions (provider_id) where provider_id is not null;
create index subscriptions_by_plan on subscriptions (plan_id, terms) where state in ('trialing', 'active', 'past_due');
create index subscriptions_by_end on subscriptions (period_end) where state in ('trialing', 'active', 'past_due');

-- Whom invoices are made out to, and what Stripe calls the workspace.
create table billing_accounts (
  workspace_id uuid primary key references workspaces (id),
  name text,
  address text,
  tax_id text,
  email text,
  stripe_customer_id text
);
create index billing_accounts_by_customer on billing_accounts (stripe_customer_id) where stripe_customer_id is not null;

-- ---------------------------------------------------------------- what they owe

create function sum_of_invoice_lines(lines jsonb) returns bigint language sql immutable strict parallel safe as $$
  select coalesce(sum((line ->> 'amountMinor')::bigint), 0)::bigint from jsonb_array_elements(lines) as line
$$;

create table invoices (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  subscription_id uuid not null,
  number text not null,
  state text not null check (state in ('open', 'paid', 'void')),
  provider text not null check (provider in ('manual', 'stripe')),
  provider_id text,
  lines jsonb not null,
  total_minor bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- As they were when it was issued.
  bill_to jsonb not null,
  seller jsonb not null,
  issued_at timestamptz(3) not null default now(),
  due_at timestamptz(3) not null,
  paid_at timestamptz(3),
  voided_at timestamptz(3),
  note text,
  hosted_url text,
  primary key (workspace_id, id),
  foreign key (workspace_id, subscription_id) references subscriptions (workspace_id, id),
  constraint invoices_add_up check (total_minor = sum_of_invoice_lines(lines)),
  constraint invoices_paid check ((state = 'paid') = (paid_at is not null)),
  constraint invoices_void check ((state = 'void') = (voided_at is not null))
);
create unique index invoices_number_key on invoices (workspace_id, number);
create unique index invoices_provider_key on invoices (workspace_id, provider_id) where provider_id is not null;
create index invoices_by_time on invoices (workspace_id, issued_at, id);
create index invoices_everywhere on invoices (issued_at, id);
create index invoices_by_subscription on invoices (workspace_id, subscription_id) where state = 'open';
create index invoices_open on invoices (due_at) where state = 'open';

-- One row: what invoices made by hand say, and the number the next one takes in its own transaction, so none is missing.
create table billing_settings (
  one_row boolean primary key default true check (one_row),
  seller_name text not null default '',
  seller_address text not null default '',
  seller_tax_id text not null default '',
  seller_email text not null default '',
  payment_instructions text not null default '',
  days_until_due integer not null default 14 check (days_until_due >= 0),
  grace_days integer not null default 14 check (grace_days >= 0),
  next_invoice bigint not null default 1
);
insert into billing_settings default values;

-- What Stripe told, each once; kept for as long as Stripe may tell it again.
create table stripe_events (
  id text primary key,
  type text not null,
  customer_id text,
  received_at timestamptz(3) not null default now(),
  done_at timestamptz(3)
);
create index stripe_events_by_time on stripe_events (received_at);

-- ---------------------------------------------------------------- limits

-- What a limit is checked against is counted each time, by these and by applications_by_created.
create index users_active on users (workspace_id) where status = 'active';
create index positions_open on positions (workspace_id) where state = 'open' and deleted_at is null;
create index invitations_waiting on invitations (workspace_id, expires_at) where accepted_at is null and revoked_at is null;
