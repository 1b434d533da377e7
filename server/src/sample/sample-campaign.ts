import type { Plan } from './plan.ts'
import type { SampleWorkspace } from './setup-rows.ts'

const dayMs = 24 * 3_600_000
const days = 14

/** The campaign whose calls are those of a voice agent in the last two weeks. */
export interface SampleCampaign {
  id: string
  /** Index of the agent. */
  agent: number
  from: number
}

/** It is paused: the sample has no account with a provider, and nobody real is called. */
export const campaignRow = {
  name: 'First call to new leads',
  state: 'paused',
  pause_reason: 'user',
  max_concurrent: 3,
  minutes_per_day: 240,
  cost_per_day_minor: 5000,
  currency: 'USD',
  only_with_consent: true,
}

/** Returns the campaign of the sample; null if the workspace has one of its name. */
export function planCampaign(
  plan: Plan,
  { taken }: Pick<SampleWorkspace, 'taken'>,
  newId: () => string,
): SampleCampaign | null {
  if (taken.campaigns.has(campaignRow.name.toLowerCase())) return null
  const agent = plan.staff.voiceAgents.at(-1)!
  return { id: newId(), agent, from: plan.calendar.asOf - days * dayMs }
}
