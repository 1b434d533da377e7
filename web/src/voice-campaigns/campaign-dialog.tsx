import { useLingui } from '@lingui/react/macro'
import { Checkbox, Group, Modal, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { listAgents } from '@muster/contract/agents.ts'
import {
  callingProviders,
  campaignDefaults,
  createVoiceCampaign,
  getVoiceCampaign,
  listVoiceCampaigns,
  maxCostPerDay,
  updateVoiceCampaign,
} from '@muster/contract/voice-campaigns.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { queuesQuery } from '../call-queues/queue-queries.ts'
import { FormButtons } from '../ui/form-buttons.tsx'
import { showFormError } from '../ui/form-error.ts'
import { digitsOf } from '../ui/money.ts'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import type { Campaign } from './campaign-queries.ts'

const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF'] as const

/** Shows a missing number as an empty field. */
const orEmpty = (value: number | null) => value ?? ''

const minorOf = (amount: number | string, currency: string) =>
  Math.round(Number(amount) * 10 ** digitsOf(currency))

function initialValues(campaign: Campaign | undefined) {
  const { maxConcurrent, keptFree, minutesPerDay, costPerDay, onlyWithConsent } = campaign ?? campaignDefaults
  return {
    name: campaign?.name ?? '',
    queueId: campaign?.queue?.id ?? '',
    agentId: campaign?.agent.id ?? '',
    maxConcurrent: maxConcurrent as number | string,
    keptFree: keptFree as number | string,
    minutesPerDay: orEmpty(minutesPerDay) as number | string,
    costPerDay: orEmpty(costPerDay && costPerDay.minor / 10 ** digitsOf(costPerDay.currency)) as
      | number
      | string,
    currency: costPerDay?.currency ?? 'USD',
    onlyWithConsent,
  }
}

interface CampaignDialogProps {
  /** The campaign to edit; undefined for a new one. */
  campaign: Campaign | undefined
  onClose: () => void
}

/** Asks whose people a campaign calls, which agent calls them, and within which limits. */
export function CampaignDialog({ campaign, onClose }: CampaignDialogProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: queues } = useQuery(queuesQuery)
  const { data: agents } = useQuery(endpointQuery(listAgents, { query: { kind: 'voice', limit: '100' } }))
  const form = useForm({
    initialValues: initialValues(campaign),
    validate: {
      name: (value) => (value.trim() ? null : t`Enter a name`),
      queueId: (value) => (value ? null : t`Choose a call queue`),
      agentId: (value) => (value ? null : t`Choose an agent`),
      maxConcurrent: (value) => (value === '' ? t`Enter a number` : null),
      keptFree: (value) => (value === '' ? t`Enter a number` : null),
    },
  })
  const save = useMutation({
    mutationFn: ({
      currency,
      costPerDay,
      minutesPerDay,
      maxConcurrent,
      keptFree,
      ...values
    }: typeof form.values) => {
      const body = {
        ...values,
        maxConcurrent: Number(maxConcurrent),
        keptFree: Number(keptFree),
        minutesPerDay: minutesPerDay === '' ? null : Number(minutesPerDay),
        costPerDay: costPerDay === '' ? null : { minor: minorOf(costPerDay, currency), currency },
      }
      return campaign
        ? call(updateVoiceCampaign, {
            params: { id: campaign.id },
            body: { ...body, version: campaign.version },
          })
        : call(createVoiceCampaign, { body })
    },
    onSuccess: async ({ id, name }) => {
      await Promise.all([invalidate(listVoiceCampaigns), invalidate(getVoiceCampaign)])
      toast(t`Saved campaign ${name}`)
      onClose()
      if (!campaign) void navigate({ to: '/voice-campaigns/$id', params: { id } })
    },
    onError: (error) => showFormError(form, error, t`Not saved`),
  })
  const callers = agents?.items.filter(({ provider }) =>
    (callingProviders as readonly unknown[]).includes(provider),
  )
  return (
    <Modal
      opened={useOpened(true)}
      onClose={onClose}
      title={campaign ? t`Edit ${campaign.name}` : t`Add campaign`}
      size="lg"
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          <TextInput label={t`Name`} maxLength={80} data-autofocus {...form.getInputProps('name')} />
          <Select
            label={t`Call queue`}
            description={t`Whom it calls, at which hours and how often`}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t`No call queues yet. Add one first.`}
            data={queues?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            {...form.getInputProps('queueId')}
          />
          <Select
            label={t`Voice agent`}
            description={t`An agent of Vapi, Retell or Twilio with a phone number`}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t`No such agent. Add one under Agents and calls first.`}
            data={callers?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            {...form.getInputProps('agentId')}
          />
          <Group grow align="start">
            <NumberInput
              label={t`Calls at a time`}
              description={t`Never more than the agent’s capacity`}
              min={1}
              max={200}
              allowDecimal={false}
              {...form.getInputProps('maxConcurrent')}
            />
            <NumberInput
              label={t`Calls kept free`}
              description={t`For incoming calls and other campaigns`}
              min={0}
              max={200}
              allowDecimal={false}
              {...form.getInputProps('keptFree')}
            />
          </Group>
          <NumberInput
            label={t`Minutes a day`}
            description={t`Leave empty for no limit`}
            min={1}
            max={100_000}
            allowDecimal={false}
            {...form.getInputProps('minutesPerDay')}
          />
          <Group grow align="start">
            <NumberInput
              label={t`Cost a day`}
              description={t`Leave empty for no limit`}
              min={0.01}
              max={maxCostPerDay / 10 ** digitsOf(form.values.currency)}
              decimalScale={digitsOf(form.values.currency)}
              {...form.getInputProps('costPerDay')}
            />
            <Select
              label={t`Currency`}
              description={t`Calls in other currencies do not count`}
              allowDeselect={false}
              data={
                currencies.includes(form.values.currency as never)
                  ? currencies
                  : [form.values.currency, ...currencies]
              }
              {...form.getInputProps('currency')}
            />
          </Group>
          <Checkbox
            label={t`Call only people who gave consent`}
            description={t`In the United States, calls with an artificial voice need prior consent.`}
            {...form.getInputProps('onlyWithConsent', { type: 'checkbox' })}
          />
          <FormButtons pending={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
