import type { QueueReason, queueReasons } from '@muster/contract/call-queues.ts'

/** Labels of reasons in exported files. */
export const reasonLabels: Record<QueueReason, string> = {
  no_phone: /*i18n*/ 'No phone number',
  do_not_call: /*i18n*/ 'Asked not to be called',
  consent_withdrawn: /*i18n*/ 'Consent withdrawn',
  no_consent: /*i18n*/ 'No consent recorded',
  being_called: /*i18n*/ 'Being called now',
  skipped: /*i18n*/ 'Skipped',
  callback_later: /*i18n*/ 'Callback later',
  callback_of_another: /*i18n*/ 'Callback of another caller',
  invalid_number: /*i18n*/ 'Invalid number',
  spoken_with: /*i18n*/ 'Already spoken with',
  tries_used: /*i18n*/ 'No tries left',
  tried_today: /*i18n*/ 'No tries left today',
  tried_recently: /*i18n*/ 'Called recently',
  public_holiday: /*i18n*/ 'Public holiday',
  outside_hours: /*i18n*/ 'Outside calling hours',
  stricter_hours: /*i18n*/ 'Stricter hours of a state or country',
  tried_this_time_of_day: /*i18n*/ 'Called at this time of day',
  callback_due: /*i18n*/ 'Callback due',
  ready: /*i18n*/ 'Ready',
}

type QueueState = (typeof queueReasons)[QueueReason]

/** Labels of states in exported files. `left`: a campaign called them, and the queue does not have them any more. */
export const stateLabels: Record<QueueState | 'left', string> = {
  ready: /*i18n*/ 'Ready',
  waiting: /*i18n*/ 'Waiting',
  blocked: /*i18n*/ 'Blocked',
  left: /*i18n*/ 'No longer in the queue',
}
