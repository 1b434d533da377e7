import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { campaignStates, campaignWaits, pauseReasons } from '@muster/contract/voice-campaigns.ts'
import { formatDuration, formatNumber } from '../ui/format.ts'
import { formatMoney } from '../ui/money.ts'
import type { Campaign } from './campaign-queries.ts'

export const stateLabels: Record<(typeof campaignStates)[number], MessageDescriptor> = {
  draft: msg`Draft`,
  running: msg`Running`,
  paused: msg`Paused`,
  ended: msg`Ended`,
}

const waitTexts: Record<(typeof campaignWaits)[number], MessageDescriptor> = {
  queue_deleted: msg`No calls: the call queue was deleted. Choose another one.`,
  agent_deleted: msg`No calls: the agent was deleted. Choose another one.`,
  agent_paused: msg`No calls: the agent is not available.`,
  agent_outside_hours: msg`No calls: the agent is outside its hours.`,
  minutes_used: msg`No calls until tomorrow: the minutes of today are used.`,
  cost_used: msg`No calls until tomorrow: the budget of today is used.`,
  provider_slow: msg`Waiting: the provider is not taking calls at the moment. It is asked again soon.`,
  calls_at_limit: msg`All lines are busy. The next call starts when one ends.`,
  nobody_ready: msg`Nobody is ready to be called right now.`,
}

const pauseTexts: Record<(typeof pauseReasons)[number], MessageDescriptor> = {
  user: msg`A user paused it.`,
  starter_lost_access: msg`Whoever started it may no longer run campaigns. Start it again to run it in your name.`,
  no_account: msg`There is no key for placing calls through the agent’s provider.`,
  number_unknown: msg`The provider does not know the agent’s phone number. Add it to your account there, or correct it.`,
  provider_refused: msg`The provider refused the call.`,
  provider_failed: msg`The provider took no call several times in a row.`,
}

/** Returns what a campaign is doing, or why it does nothing. */
export function statusText({ state, waits, pauseReason, pauseDetail, activeCalls }: Campaign): string {
  if (state === 'draft') return t`Nobody is called before you start it.`
  if (state === 'ended') return t`This campaign has ended.`
  if (state === 'paused') {
    const text = t(pauseTexts[pauseReason ?? 'user'])
    return pauseDetail ? `${text} ${pauseDetail}` : text
  }
  const calls =
    activeCalls > 0 ? plural(activeCalls, { one: '# call now.', other: '# calls now.' }) : undefined
  const why = waits ? t(waitTexts[waits]) : calls ? undefined : t`Placing calls.`
  return [calls, why].filter(Boolean).join(' ')
}

/** Formats a limit exactly: "2 h", or "90 min", which is more than an hour. */
function formatLimit(limit: number): string {
  if (limit > 0 && limit < 24 * 60 && limit % 60 === 0) return formatDuration(limit * 60)
  const minutes = formatNumber(limit)
  return t({ message: `${minutes} min`, context: 'minutes, short' })
}

/** Returns the limits of a campaign in a sentence. */
export function limitsText({
  maxConcurrent,
  keptFree,
  minutesPerDay,
  costPerDay,
  onlyWithConsent,
}: Campaign): string {
  const minutes = minutesPerDay === null ? null : formatLimit(minutesPerDay)
  const cost = costPerDay === null ? null : formatMoney(costPerDay.minor, costPerDay.currency)
  return [
    plural(maxConcurrent, { one: '# call at a time', other: 'up to # calls at a time' }),
    keptFree > 0 && plural(keptFree, { one: '# kept free', other: '# kept free' }),
    minutes && t`${minutes} a day`,
    cost && t`${cost} a day`,
    onlyWithConsent ? t`only people who gave consent` : t`also people without recorded consent`,
  ]
    .filter(Boolean)
    .join(' · ')
}
