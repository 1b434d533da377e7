import type { MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Chip, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getApplicantSummary } from '@muster/contract/applications.ts'
import { callDirections, callOutcomes, logCall } from '@muster/contract/calls.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery } from '../api/query.ts'
import type { Drafts } from '../custom-fields/custom-field.ts'
import { FormFields } from '../custom-fields/form-fields.tsx'
import { newValues } from '../custom-fields/new-values.ts'
import { FormButtons } from '../ui/form-buttons.tsx'
import { showFormError } from '../ui/form-error.ts'
import { fromLocalTime, toLocalTime } from '../ui/local-time.ts'
import { useOpened } from '../ui/use-opened.ts'
import {
  type CallDirection,
  type CallEndReason,
  type CallOutcome,
  directionLabels,
  endReasonLabel,
  isConversation,
  outcomeLabels,
} from './call-labels.ts'
import { isRequiredForCall } from './call-requirements.ts'
import { callbackChoices, cityOf } from './callback-choices.ts'
import classes from './log-call-dialog.module.css'
import { type Callee, callsChanged, showLogged } from './log-outcome.ts'

/** The end reasons that a person can report; only providers know the others. */
const endReasons = [
  'human_conversation',
  'voicemail',
  'no_answer',
  'busy',
  'declined',
  'invalid_number',
  'ivr',
  'transferred',
] as const satisfies CallEndReason[]

type EndReason = (typeof endReasons)[number]

/** The end reasons of an inbound call. */
const inboundEndReasons = [
  'human_conversation',
  'voicemail',
  'no_answer',
  'transferred',
] as const satisfies EndReason[]

const withoutCallback = callOutcomes.filter((outcome) => outcome !== 'callback')

function labelsFor(direction: CallDirection): Record<EndReason, MessageDescriptor> {
  return Object.fromEntries(endReasons.map((each) => [each, endReasonLabel(each, direction)])) as Record<
    EndReason,
    MessageDescriptor
  >
}

interface Values {
  direction: CallDirection
  endReason: EndReason
  outcome: CallOutcome | null
  callbackAt: string
  minutes: string
  summary: string
  customFields: Drafts
}

/** A group of chips with single choice. */
function Choices<Key extends string>(props: {
  label: string
  keys: readonly Key[]
  labels: Record<Key, MessageDescriptor>
  value: Key | null
  onChange: (value: Key) => void
  error?: ReactNode
  autoFocus?: boolean
}) {
  const { label, keys, labels, value, onChange, error, autoFocus } = props
  return (
    <fieldset className={classes.choices}>
      <legend>{label}</legend>
      <Chip.Group multiple={false} value={value} onChange={(next) => onChange(next as Key)}>
        <Group gap="xs">
          {keys.map((key, index) => (
            <Chip
              key={key}
              value={key}
              size="xs"
              variant="outline"
              data-autofocus={(autoFocus && index === 0) || undefined}
            >
              {t(labels[key])}
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

interface LogCallDialogProps {
  application: Callee
  /** Preselected. */
  outcome?: CallOutcome | null
  direction?: CallDirection
  endReason?: CallEndReason | undefined
  callbackAt?: string | null | undefined
  /** The note so far. */
  summary?: string
  /** The custom fields so far. */
  drafts?: Drafts
  /** The call in the browser that is logged. */
  placedCallId?: string | null
  opened: boolean
  onClose: () => void
  /** Called with the ID of the call, which is then undone by the screen itself. */
  onLogged?: (callId: string) => void
}

function LogCallForm({
  application,
  outcome: chosen = null,
  direction: first,
  endReason: ended,
  callbackAt: callback,
  summary = '',
  drafts = {},
  placedCallId = null,
  onClose,
  onLogged,
}: Omit<LogCallDialogProps, 'opened'>) {
  const [startedAt] = useState(() => new Date().toISOString())
  const mayBeCalled = application.can?.call !== false
  const params = { id: application.id }
  const { data } = useQuery({ ...endpointQuery(getApplicantSummary, { params }), staleTime: 30_000 })
  const timezone = data?.callable.timezone ?? undefined
  const city = timezone && cityOf(timezone)
  const form = useForm<Values>({
    initialValues: {
      direction: mayBeCalled ? (first ?? 'outbound') : 'inbound',
      endReason: endReasons.find((each) => each === ended) ?? 'human_conversation',
      outcome: chosen,
      callbackAt: toLocalTime(callback, timezone),
      minutes: '',
      summary,
      customFields: drafts,
    },
    validate: {
      outcome: (outcome, { endReason }) =>
        isConversation(endReason) && !outcome ? t`Choose an outcome` : null,
      callbackAt: (at, { outcome }) =>
        outcome === 'callback' && !fromLocalTime(at, timezone) ? t`Choose a callback time` : null,
    },
  })
  const { direction, endReason, outcome } = form.values
  const ends: readonly EndReason[] = direction === 'inbound' ? inboundEndReasons : endReasons
  const log = useMutation({
    mutationFn: ({ summary, minutes, customFields, ...values }: Values) => {
      const spoken = isConversation(values.endReason)
      const seconds = Math.round(Number(minutes) * 60)
      return call(logCall, {
        body: {
          applicationId: application.id,
          direction: values.direction,
          endReason: values.endReason,
          outcome: spoken ? values.outcome : null,
          callbackAt: fromLocalTime(values.callbackAt, timezone),
          startedAt,
          durationSeconds: minutes !== '' && Number.isFinite(seconds) ? seconds : null,
          summary: summary.trim() || null,
          customFields: newValues('call', customFields),
          ...(placedCallId && { placedCallId }),
        },
      })
    },
    onSuccess: (logged) => {
      showLogged(application, logged, !onLogged)
      onClose()
      onLogged?.(logged.id)
      callsChanged(application.id)
    },
    onError: (error) => showFormError(form, error, t`Call not logged`),
  })
  return (
    <form onSubmit={form.onSubmit((values) => log.mutate(values))} noValidate>
      <Stack gap="md">
        {mayBeCalled ? (
          <Choices
            label={t`Direction`}
            keys={callDirections}
            labels={directionLabels}
            value={direction}
            onChange={(value) => {
              const kept = value === 'outbound' || inboundEndReasons.some((each) => each === endReason)
              form.setValues({ direction: value, ...(kept ? {} : { endReason: 'human_conversation' }) })
            }}
            error={form.errors.direction}
          />
        ) : (
          <p className={classes.notice}>
            <Trans>This candidate asked not to be called. Only inbound calls can be logged.</Trans>
          </p>
        )}
        <Choices
          label={t`Result`}
          keys={ends}
          labels={labelsFor(direction)}
          value={endReason}
          onChange={(value) => form.setFieldValue('endReason', value)}
          error={form.errors.endReason}
          autoFocus
        />
        {isConversation(endReason) && (
          <Choices
            label={t`Outcome`}
            keys={mayBeCalled ? callOutcomes : withoutCallback}
            labels={outcomeLabels}
            value={outcome}
            onChange={(value) => form.setFieldValue('outcome', value)}
            error={form.errors.outcome}
          />
        )}
        {outcome === 'do_not_call' && isConversation(endReason) && (
          <p className={classes.notice}>
            <Trans>The candidate will be marked as Do not call on all applications.</Trans>
          </p>
        )}
        <div className={classes.pair}>
          <div hidden={!mayBeCalled}>
            <TextInput
              type="datetime-local"
              label={city ? t`Callback, candidate’s time (${city})` : t`Callback`}
              {...form.getInputProps('callbackAt')}
            />
            <Group gap={4} mt={4}>
              {callbackChoices(timezone).map(({ key, label, at }) => (
                <Button
                  key={key}
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => form.setFieldValue('callbackAt', toLocalTime(at, timezone))}
                >
                  {label}
                </Button>
              ))}
            </Group>
          </div>
          <TextInput
            label={t`Minutes`}
            inputMode="decimal"
            maxLength={6}
            {...form.getInputProps('minutes')}
          />
        </div>
        <Textarea
          label={t`Note`}
          placeholder={t`What did you discuss?`}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={5000}
          {...form.getInputProps('summary')}
        />
        <FormFields
          subject="call"
          drafts={form.values.customFields}
          errors={form.errors}
          requires={(field) => isRequiredForCall(field, isConversation(endReason) ? outcome : null)}
          onChange={(drafts) => form.setFieldValue('customFields', drafts)}
        />
        <FormButtons pending={log.isPending} onCancel={onClose}>
          <Trans>Log call</Trans>
        </FormButtons>
      </Stack>
    </form>
  )
}

/** Logs a call manually: direction, end reason, outcome, and a callback. */
export function LogCallDialog({ opened, ...form }: LogCallDialogProps) {
  const { application, onClose } = form
  const { name } = application.candidate
  return (
    <Modal opened={useOpened(opened)} onClose={onClose} title={t`Log a call with ${name}`} size="md">
      <LogCallForm {...form} />
    </Modal>
  )
}
