import { Button, Chip, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { getApplicantSummary, getApplication } from '@muster/contract/applications.ts'
import { listCalls, logCall } from '@muster/contract/calls.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { type CallOutcome, endReasonLabels, isConversation, outcomeLabels } from '../calls/call-words.ts'
import { showFormError } from '../ui/form-error.ts'
import { fromLocalTime, toLocalTime } from '../ui/local-time.ts'
import { toast } from '../ui/toast.tsx'
import type { ApplicationDetails } from './application-query.ts'
import { changesMade } from './follow-changes.ts'
import classes from './log-call-dialog.module.css'

type EndReason = keyof typeof endReasonLabels

interface Values {
  endReason: EndReason
  outcome: CallOutcome | null
  callbackAt: string
  minutes: string
  summary: string
}

function keysOf<Key extends string>(labels: Record<Key, string>): Key[] {
  return Object.keys(labels) as Key[]
}

/** Choices with one chosen, each a chip. */
function Choices<Key extends string>(props: {
  label: string
  labels: Record<Key, string>
  value: Key | null
  onChange: (value: Key) => void
  error?: ReactNode
  autoFocus?: boolean
}) {
  const { label, labels, value, onChange, error, autoFocus } = props
  return (
    <fieldset className={classes.choices}>
      <legend>{label}</legend>
      <Chip.Group multiple={false} value={value} onChange={(next) => onChange(next as Key)}>
        <Group gap={6}>
          {keysOf(labels).map((key, index) => (
            <Chip
              key={key}
              value={key}
              size="xs"
              variant="outline"
              data-autofocus={(autoFocus && index === 0) || undefined}
            >
              {labels[key]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function inHours(hours: number): string {
  return toLocalTime(new Date(Date.now() + hours * 3_600_000).toISOString())
}

function tomorrowAt(hour: number): string {
  const day = new Date()
  day.setDate(day.getDate() + 1)
  day.setHours(hour, 0, 0, 0)
  return toLocalTime(day.toISOString())
}

const callbackChoices = [
  { label: 'In an hour', at: () => inHours(1) },
  { label: 'Tomorrow 9:00', at: () => tomorrowAt(9) },
  { label: 'Tomorrow 15:00', at: () => tomorrowAt(15) },
]

interface LogCallDialogProps {
  application: ApplicationDetails
  opened: boolean
  onClose: () => void
}

function LogCallForm({ application, onClose }: Omit<LogCallDialogProps, 'opened'>) {
  const [startedAt] = useState(() => new Date().toISOString())
  const form = useForm<Values>({
    initialValues: {
      endReason: 'human_conversation',
      outcome: null,
      callbackAt: '',
      minutes: '',
      summary: '',
    },
    validate: {
      outcome: (outcome, { endReason }) =>
        isConversation(endReason) && !outcome ? 'Choose what came of it' : null,
      callbackAt: (at, { outcome }) =>
        outcome === 'callback' && !fromLocalTime(at) ? 'When should they be called back?' : null,
    },
  })
  const { endReason, outcome } = form.values
  const log = useMutation({
    mutationFn: ({ summary, minutes, ...values }: Values) => {
      const spoken = isConversation(values.endReason)
      const seconds = Math.round(Number(minutes) * 60)
      return call(logCall, {
        body: {
          applicationId: application.id,
          endReason: values.endReason,
          outcome: spoken ? values.outcome : null,
          callbackAt: fromLocalTime(values.callbackAt),
          startedAt,
          durationSeconds: minutes !== '' && Number.isFinite(seconds) ? seconds : null,
          summary: summary.trim() || null,
        },
      })
    },
    onSuccess: () => {
      toast(`Call with ${application.candidate.name} logged`)
      onClose()
      changesMade([application.id])
      void invalidate(getApplication, listActivityLogs, listCalls, getApplicantSummary)
    },
    onError: (error) => showFormError(form, error, 'Call not logged'),
  })
  return (
    <form onSubmit={form.onSubmit((values) => log.mutate(values))} noValidate>
      <Stack gap="md">
        <Choices
          label="How did the call end?"
          labels={endReasonLabels}
          value={endReason}
          onChange={(value) => form.setFieldValue('endReason', value)}
          error={form.errors.endReason}
          autoFocus
        />
        {isConversation(endReason) && (
          <Choices
            label="What came of it?"
            labels={outcomeLabels}
            value={outcome}
            onChange={(value) => form.setFieldValue('outcome', value)}
            error={form.errors.outcome}
          />
        )}
        {outcome === 'do_not_call' && isConversation(endReason) && (
          <p className={classes.notice}>
            They will be marked as not to be called, on all their applications.
          </p>
        )}
        <div className={classes.pair}>
          <div>
            <TextInput type="datetime-local" label="Callback" {...form.getInputProps('callbackAt')} />
            <Group gap={4} mt={4}>
              {callbackChoices.map(({ label, at }) => (
                <Button
                  key={label}
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => form.setFieldValue('callbackAt', at())}
                >
                  {label}
                </Button>
              ))}
            </Group>
          </div>
          <TextInput label="Minutes" inputMode="decimal" maxLength={6} {...form.getInputProps('minutes')} />
        </div>
        <Textarea
          label="Note"
          placeholder="What was said"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={5000}
          {...form.getInputProps('summary')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={log.isPending}>
            Log call
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Takes down a call made by hand: how it ended, what came of it, when to call again. */
export function LogCallDialog({ application, opened, onClose }: LogCallDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Log a call with ${application.candidate.name}`}
      size="md"
    >
      <LogCallForm application={application} onClose={onClose} />
    </Modal>
  )
}
