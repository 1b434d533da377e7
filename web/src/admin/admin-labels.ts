import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { JobName } from '@muster/contract/admin-jobs.ts'
import { formatTime } from '../ui/format.ts'
import type { JobState, mailStates } from './admin-search.ts'

export const jobStateLabels: Record<JobState, MessageDescriptor> = {
  waiting: msg`Waiting`,
  running: msg`Running`,
  done: msg`Done`,
  failed: msg({ message: 'Failed', context: 'a job' }),
  cancelled: msg`Canceled`,
}

export const mailStateLabels: Record<(typeof mailStates)[number], MessageDescriptor> = {
  waiting: msg`Queued`,
  sent: msg`Sent`,
  failed: msg`Not sent`,
  canceled: msg`Canceled`,
}

const queueLabels: Record<JobName, MessageDescriptor> = {
  'run-import': msg`Import`,
  'undo-import': msg`Undo import`,
  'send-mail': msg`Send email`,
  'mail-password-link': msg`Send password link`,
  'mail-email-claim': msg`Send confirmation link`,
  'clean-up': msg`Clean up`,
  'update-report-totals': msg`Update report totals`,
  'write-sample-resumes': msg`Write sample résumés`,
  'change-custom-field': msg`Change custom field`,
  'build-sort-keys': msg`Prepare sorting by custom fields`,
  'deliver-webhooks': msg`Deliver webhooks`,
  'send-reminders': msg`Send reminders`,
  'send-due-reports': msg`Find due reports`,
  'send-report': msg`Send a report`,
  'sweep-webhooks': msg`Queue webhook deliveries`,
  'apply-retention': msg`Apply retention rules`,
  'erase-undone-imports': msg`Erase undone imports`,
  'remove-files': msg`Delete files`,
  'run-billing-cycle': msg`Run billing cycle`,
  'sync-stripe': msg`Process Stripe events`,
  'reconcile-stripe': msg`Reconcile with Stripe`,
}

/** Returns the label of a queue; an unknown queue keeps its name. */
export function queueName(name: string): string {
  const words = (queueLabels as Partial<Record<string, MessageDescriptor>>)[name]
  return words ? t(words) : name
}

/** Describes a cron expression in UTC in the browser's timezone. */
export function scheduleText(cron: string): string {
  const [minute, hour, ...days] = cron.split(' ')
  if (days.join(' ') !== '* * *') return t`automatic: ${cron}`
  if (minute === '*' && hour === '*') return t`automatic, every minute`
  const every = /^\*\/(\d+)$/.exec(minute!)?.[1]
  if (every && hour === '*') return t`automatic, every ${every} minutes`
  if (hour === '*') return t`automatic, every hour`
  const today = new Date()
  today.setUTCHours(Number(hour), Number(minute), 0, 0)
  return t`automatic, daily at ${formatTime(today)}`
}
