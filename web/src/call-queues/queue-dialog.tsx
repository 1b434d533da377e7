import { Trans, useLingui } from '@lingui/react/macro'
import {
  Checkbox,
  Group,
  Modal,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  callQueueOrders,
  countCallQueue,
  createCallQueue,
  dayPartStarts,
  getCallQueue,
  listCallQueues,
  queueDefaults,
  updateCallQueue,
} from '@muster/contract/call-queues.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import { useMutation } from '@tanstack/react-query'
import { PositionsSelect } from '../agents/positions-select.tsx'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { formatMinutes } from '../calls/calling-hours.ts'
import { statusTypeLabels } from '../texts/contract-labels.ts'
import { FormButtons } from '../ui/form-buttons.tsx'
import { showFormError } from '../ui/form-error.ts'
import { formatWeekday } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { BreakFields, breakDrafts, breakError, readBreaks } from './break-fields.tsx'
import { DelayFields, delaysOf, readDelays } from './delay-fields.tsx'
import { draftsOf, QuestionFields, readQuestions } from './question-fields.tsx'
import { halfHours, orderLabels, timeChoices } from './queue-labels.ts'
import type { CallQueue } from './queue-queries.ts'
import { StepFields } from './step-fields.tsx'

const days = [1, 2, 3, 4, 5, 6, 7]

/** Returns the values of a filter, which is a list, one value, or several with commas. */
function valuesOf(filters: CallQueue['filters'], name: string): string[] {
  const value = filters?.[name]
  return Array.isArray(value) ? value : value ? value.split(',') : []
}

function initialValues(queue: CallQueue | undefined) {
  const { filters = {}, ...rules } = queue ?? queueDefaults
  return {
    name: queue?.name ?? '',
    positionId: valuesOf(filters, 'positionId'),
    statusType: valuesOf(filters, 'statusType'),
    order: rules.order as CallQueue['order'],
    callFrom: String(rules.callFrom),
    callTo: String(rules.callTo),
    breaks: breakDrafts(rules.breaks),
    weekdays: rules.weekdays.map(String),
    skipHolidays: rules.skipHolidays,
    maxTries: rules.maxTries as number | string,
    triesPerDay: rules.triesPerDay as number | string,
    hoursBetween: rules.hoursBetween as number | string,
    laterHours: [...rules.laterHours] as (number | string)[],
    minutesAfter: delaysOf(rules.minutesAfter),
    otherTimeOfDay: rules.otherTimeOfDay,
    script: rules.script ?? '',
    questions: draftsOf(rules.questions as CallQueue['questions']),
  }
}

interface QueueDialogProps {
  /** The queue to edit; left out for a new one. */
  queue: CallQueue | undefined
  onClose: () => void
}

/** Asks whom a queue calls, at which hours and how often. Filters that the dialog does not show stay as they are. */
export function QueueDialog({ queue, onClose }: QueueDialogProps) {
  const { t } = useLingui()
  const noon = formatMinutes(dayPartStarts.afternoon)
  const evening = formatMinutes(dayPartStarts.evening)
  const form = useForm({
    initialValues: initialValues(queue),
    validate: {
      name: (value) => (value.trim() ? null : t`Enter a name`),
      callTo: (value, { callFrom }) =>
        Number(value) > Number(callFrom) ? null : t`Choose an end after the start`,
      breaks: (breaks, { callFrom, callTo }) => breakError(callFrom, callTo, breaks),
      hoursBetween: (value) => (value === '' ? t`Enter a number` : null),
      laterHours: (hours) => (hours.includes('') ? t`Enter a number` : null),
      weekdays: (value) => (value.length > 0 ? null : t`Choose at least one day`),
    },
  })
  const save = useMutation({
    mutationFn: ({ positionId, statusType, ...values }: typeof form.values) => {
      const { positionId: _, statusType: __, ...others } = queue?.filters ?? {}
      const body = {
        ...values,
        filters: {
          ...others,
          ...(positionId.length > 0 && { positionId }),
          ...(statusType.length > 0 && { statusType }),
        },
        callFrom: Number(values.callFrom),
        callTo: Number(values.callTo),
        breaks: readBreaks(values.breaks),
        weekdays: values.weekdays.map(Number),
        maxTries: Number(values.maxTries),
        triesPerDay: Number(values.triesPerDay),
        hoursBetween: Number(values.hoursBetween),
        laterHours: values.laterHours.map(Number),
        minutesAfter: readDelays(values.minutesAfter),
        questions: readQuestions(values.questions),
      }
      return queue
        ? call(updateCallQueue, { params: { id: queue.id }, body: { ...body, version: queue.version } })
        : call(createCallQueue, { body })
    },
    onSuccess: async ({ name }) => {
      void invalidate(getCallQueue, countCallQueue)
      await invalidate(listCallQueues)
      toast(t`Saved queue ${name}`)
      onClose()
    },
    onError: (error) => showFormError(form, error, t`Not saved`),
  })
  return (
    <Modal
      opened={useOpened(true)}
      onClose={onClose}
      title={queue ? t`Edit ${queue.name}` : t`Add queue`}
      size="lg"
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          <TextInput label={t`Name`} maxLength={80} data-autofocus {...form.getInputProps('name')} />
          <PositionsSelect
            label={t`Positions`}
            known={valuesOf(queue?.filters ?? null, 'positionId').map((id) => ({ id, name: id.slice(-6) }))}
            {...form.getInputProps('positionId')}
          />
          <MultiSelect
            label={t`Status types`}
            placeholder={form.values.statusType.length > 0 ? undefined : t`Any`}
            data={statusTypeKeys
              .filter((type) => type !== 'hired' && type !== 'closed')
              .map((type) => ({ value: type, label: t(statusTypeLabels[type]) }))}
            {...form.getInputProps('statusType')}
          />
          <Select
            label={t`Order`}
            description={t`Callbacks that are due come first.`}
            allowDeselect={false}
            data={callQueueOrders.map((order) => ({ value: order, label: t(orderLabels[order]) }))}
            {...form.getInputProps('order')}
          />
          <Group grow align="start">
            <Select
              label={t`Call from`}
              description={t`On the candidate’s clock`}
              allowDeselect={false}
              data={timeChoices(halfHours.slice(0, -1), form.values.callFrom)}
              {...form.getInputProps('callFrom')}
            />
            <Select
              label={t`Call until`}
              description={t`On the candidate’s clock`}
              allowDeselect={false}
              data={timeChoices(halfHours.slice(1), form.values.callTo)}
              {...form.getInputProps('callTo')}
            />
          </Group>
          <BreakFields
            from={form.values.callFrom}
            to={form.values.callTo}
            breaks={form.values.breaks}
            errors={form.errors}
            name="breaks"
            onChange={(breaks) => form.setFieldValue('breaks', breaks)}
          />
          <Checkbox.Group label={t`Days`} {...form.getInputProps('weekdays')}>
            <Group gap="sm" mt="xs">
              {days.map((day) => (
                <Checkbox key={day} value={String(day)} label={formatWeekday(day)} />
              ))}
            </Group>
          </Checkbox.Group>
          <Checkbox
            label={t`Not on public holidays`}
            description={t`Of the candidate’s country, and of their state if the phone number shows it`}
            {...form.getInputProps('skipHolidays', { type: 'checkbox' })}
          />
          <Text size="sm" c="dimmed">
            <Trans>
              Stricter hours of states and countries apply too.{' '}
              <TextLink to="/settings/calling-hours">Calling hours</TextLink>
            </Trans>
          </Text>
          <Group grow align="start">
            <NumberInput label={t`Tries in all`} min={1} max={20} {...form.getInputProps('maxTries')} />
            <NumberInput label={t`Tries a day`} min={1} max={10} {...form.getInputProps('triesPerDay')} />
            <NumberInput
              label={t`Hours between tries`}
              min={0}
              max={240}
              {...form.getInputProps('hoursBetween')}
            />
          </Group>
          <StepFields form={form as never} />
          <DelayFields
            form={form as never}
            hoursBetween={form.values.laterHours.length > 0 ? undefined : Number(form.values.hoursBetween)}
          />
          <Checkbox
            label={t`Call at another time of day than the last try`}
            description={t`Morning until ${noon}, afternoon until ${evening}, or evening, on the candidate’s clock`}
            {...form.getInputProps('otherTimeOfDay', { type: 'checkbox' })}
          />
          <Textarea
            label={t`Script`}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={5000}
            {...form.getInputProps('script')}
          />
          <QuestionFields form={form as never} />
          <FormButtons pending={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
