import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { formatTime } from '../ui/format.ts'
import type { JobState, mailStates } from './admin-search.ts'

export const jobStateWords: Record<JobState, MessageDescriptor> = {
  waiting: msg`Waiting`,
  running: msg`Running`,
  done: msg`Done`,
  failed: msg({ message: 'Failed', context: 'a job' }),
  cancelled: msg`Called off`,
}

export const mailStateWords: Record<(typeof mailStates)[number], MessageDescriptor> = {
  waiting: msg`Kept here`,
  sent: msg`Sent`,
  failed: msg`Not sent`,
  canceled: msg`Canceled`,
}

const queueWords: Record<string, MessageDescriptor> = {
  'run-import': msg`Import`,
  'undo-import': msg`Undo of an import`,
  'send-mail': msg`Send a mail`,
  'mail-password-link': msg`Write a password link`,
  'mail-email-claim': msg`Write a confirmation link`,
  'clean-up': msg`Clean up`,
  'keep-reports': msg`Keep reports`,
  'deliver-webhooks': msg`Deliver webhooks`,
  'send-reminders': msg`Remind of callbacks and overdue applications`,
  'sweep-webhooks': msg`Look for webhooks to deliver`,
  'keep-retention': msg`Apply retention rules`,
  'remove-files': msg`Remove files`,
  'keep-subscriptions': msg`Keep subscriptions`,
  'sync-stripe': msg`Take over what Stripe reports`,
  'reconcile-stripe': msg`Compare with Stripe`,
}

/** A queue in words; one that has none yet is named as the server does. */
export function queueName(name: string): string {
  const words = queueWords[name]
  return words ? t(words) : name
}

/** When a queue works by itself: a cron expression in UTC, told by this browser's clock. */
export function scheduleText(cron: string): string {
  const [minute, hour, ...days] = cron.split(' ')
  if (days.join(' ') !== '* * *') return t`by itself: ${cron}`
  if (minute === '*' && hour === '*') return t`by itself, every minute`
  const every = /^\*\/(\d+)$/.exec(minute!)?.[1]
  if (every && hour === '*') return t`by itself, every ${every} minutes`
  if (hour === '*') return t`by itself, every hour`
  const today = new Date()
  today.setUTCHours(Number(hour), Number(minute), 0, 0)
  return t`by itself, daily at ${formatTime(today)}`
}
