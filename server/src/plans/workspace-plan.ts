import { sql } from 'kysely'

/**
 * Selects each workspace's plan: that of its live subscription, else its fallback. `seats` are those purchased for a
 * per-seat plan.
 */
export const workspacePlans = sql<{
  workspace_id: string
  workspace_name: string
  timezone: string
  plan_id: string
  terms: number
  subscription_id: string | null
  state: string | null
  interval: string | null
  seats: number | null
}>`(
  select w.id as workspace_id, w.name as workspace_name, w.timezone, coalesce(s.plan_id, w.plan_id) as plan_id,
    coalesce(s.terms, w.plan_terms) as terms, s.id as subscription_id, s.state, s.interval, s.seats
  from workspaces w
  left join subscriptions s on s.workspace_id = w.id and s.state in ('trialing', 'active', 'past_due')
)`
