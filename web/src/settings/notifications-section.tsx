import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import {
  type ChosenNotification,
  listNotificationChoices,
  reminderNotifications,
  setNotificationChoice,
} from '@muster/contract/notifications.ts'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { callingHours } from '../calls/calling-hours.ts'
import { useCurrentUser } from '../session/session.ts'
import { Section } from '../ui/section.tsx'
import { toastError } from '../ui/toast.tsx'
import classes from './notifications-section.module.css'

type Choice = ResponseOf<typeof setNotificationChoice>

const kinds: Record<ChosenNotification, { label: MessageDescriptor; text: MessageDescriptor }> = {
  mention: { label: msg`Mentions`, text: msg`Someone mentions you in a comment` },
  assigned: { label: msg`Assignments`, text: msg`Someone assigns you applications` },
  decided: { label: msg`Decisions`, text: msg`A company approves or declines one of your candidates` },
  submitted: { label: msg`Submissions`, text: msg`A candidate awaits your decision` },
  asked: { label: msg`Questions`, text: msg`A client asks about one of your candidates` },
  answered: { label: msg`Answers`, text: msg`Your question about a candidate is answered` },
  callback_due: { label: msg`Callbacks`, text: msg`A callback on one of your applications is due` },
  overdue: {
    label: msg`Overdue applications`,
    text: msg`One of your applications is overdue in its status`,
  },
  import_finished: { label: msg`Imports`, text: msg`An import you started, or its undo, has finished` },
  webhook_paused: { label: msg`Webhooks`, text: msg`A webhook is paused after repeated delivery failures` },
}

const choicesQuery = endpointQuery(listNotificationChoices)

/** Shows the choice at once. Returns a function that rolls back. */
function show(choice: Choice): () => void {
  const before = queryClient.getQueryData(choicesQuery.queryKey)
  queryClient.setQueryData(
    choicesQuery.queryKey,
    (now) => now && { items: now.items.map((item) => (item.kind === choice.kind ? choice : item)) },
  )
  return () => queryClient.setQueryData(choicesQuery.queryKey, before)
}

function ChoiceRow({ choice }: { choice: Choice }) {
  const { kind, inApp, mail } = choice
  const save = useMutation({
    mutationFn: ({ kind, ...body }: Choice) => call(setNotificationChoice, { params: { kind }, body }),
    // Sequential, so that the last click wins.
    scope: { id: `notifications ${kind}` },
    onMutate: show,
    onError: (error, _choice, rollBack) => {
      rollBack?.()
      toastError(error, t`Not changed`)
    },
    onSettled: () => invalidate(listNotificationChoices),
  })
  const label = t(kinds[kind].label)
  const isReminder = reminderNotifications.includes(kind)
  return (
    <tr>
      <th scope="row">
        {label}
        <span className={classes.text}>{t(kinds[kind].text)}</span>
      </th>
      <td>
        <Checkbox
          aria-label={t`${label}: in Muster`}
          checked={inApp || isReminder}
          disabled={isReminder}
          onChange={() => save.mutate({ ...choice, inApp: !inApp })}
        />
      </td>
      <td>
        <Checkbox
          aria-label={t`${label}: email`}
          checked={mail}
          onChange={() => save.mutate({ ...choice, inApp: inApp || isReminder, mail: !mail })}
        />
      </td>
    </tr>
  )
}

/** Selects the notifications, at the bell or by email. */
export function NotificationsSection() {
  const { email } = useCurrentUser()
  const { items } = useSuspenseQuery(choicesQuery).data
  const { opens, closes } = callingHours()
  return (
    <Section
      title={t`Notifications`}
      text={t`Choose what you are notified about. Emails go to ${email} and never name candidates.`}
    >
      <table className={classes.choices}>
        <thead>
          <tr>
            <td />
            <th scope="col">
              <Trans>In Muster</Trans>
            </th>
            <th scope="col">
              <Trans>Email</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((choice) => (
            <ChoiceRow key={choice.kind} choice={choice} />
          ))}
        </tbody>
      </table>
      <p className={classes.text}>
        <Trans>
          Reminders about callbacks and overdue applications always appear in Muster. Email reminders are
          grouped and sent at most once an hour, between {opens} and {closes} in your workspace's timezone.
        </Trans>
      </p>
      <p className={classes.text}>
        <Trans>Notifications about your account security are always sent, in Muster and by email.</Trans>
      </p>
    </Section>
  )
}
