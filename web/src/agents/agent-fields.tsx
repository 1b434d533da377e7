import { t } from '@lingui/core/macro'
import { Input, NativeSelect, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { voiceProviders } from '@muster/contract/voice-webhooks.ts'
import { getWorkspace } from '@muster/contract/workspace.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { staffQuery } from '../applications/queries.ts'
import { ColleagueSelect } from '../positions/colleague-select.tsx'
import { type AgentDetails, type AgentValues, fieldLabels } from './agent-form.ts'
import {
  type AgentKind,
  type AgentStatusKey,
  agentStatusLabels,
  kindLabels,
  otherProvider,
  providerName,
} from './agent-labels.ts'
import classes from './agents-page.module.css'
import { HoursField } from './hours-field.tsx'
import { LanguageSelect } from './language-select.tsx'
import { PositionsSelect } from './positions-select.tsx'

const timezones = Intl.supportedValuesOf('timeZone')

interface AgentFieldsProps {
  form: UseFormReturnType<AgentValues>
  /** The edited agent; undefined for a new one, whose kind can be chosen. */
  known?: AgentDetails
}

function KindField({ form }: AgentFieldsProps) {
  return (
    <Input.Wrapper label={t(fieldLabels.kind)} labelElement="div">
      <SegmentedControl
        aria-label={t(fieldLabels.kind)}
        fullWidth
        data={Object.entries(kindLabels).map(([value, label]) => ({ value, label: t(label) }))}
        value={form.values.kind}
        onChange={(kind) =>
          // A person makes one call at a time.
          form.setValues({ kind: kind as AgentKind, capacity: kind === 'human' ? 1 : 10 })
        }
      />
    </Input.Wrapper>
  )
}

function ColleagueField({ form, known }: AgentFieldsProps) {
  const colleagues = useQuery(staffQuery).data?.items ?? []
  const { onChange, ...field } = form.getInputProps('userId')
  return (
    <ColleagueSelect
      label={t(fieldLabels.userId)}
      description={t`Calls this user logs count for this agent`}
      known={known?.user}
      {...field}
      onChange={(userId) => {
        onChange(userId)
        const colleague = colleagues.find(({ id }) => id === userId)
        if (colleague && form.values.name.trim() === '') form.setFieldValue('name', colleague.name)
      }}
    />
  )
}

function ProviderFields({ form }: AgentFieldsProps) {
  return (
    <div className={classes.pair}>
      <NativeSelect
        label={t(fieldLabels.provider)}
        data={[
          { value: '', label: t({ message: 'None', context: 'a voice provider' }) },
          ...voiceProviders.map((value) => ({ value, label: providerName(value) ?? t(otherProvider) })),
        ]}
        {...form.getInputProps('provider')}
      />
      <TextInput
        label={t(fieldLabels.providerAgentId)}
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('providerAgentId')}
      />
    </div>
  )
}

function Times({ form }: AgentFieldsProps) {
  const workspace = useQuery(endpointQuery(getWorkspace)).data
  const { errors, values } = form
  const wrong = Object.keys(errors).find((field) => field.startsWith('hours'))
  return (
    <>
      <HoursField
        value={values.hours}
        error={wrong && errors[wrong]}
        onChange={(hours) => {
          form.setFieldValue('hours', hours)
          if (wrong) form.clearFieldError(wrong)
        }}
      />
      {values.hours && (
        <Select
          label={t(fieldLabels.timezone)}
          placeholder={workspace && t`Workspace timezone (${workspace.timezone})`}
          data={
            values.timezone && !timezones.includes(values.timezone)
              ? [values.timezone, ...timezones]
              : timezones
          }
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t`Workspace timezone` }}
          limit={60}
          {...form.getInputProps('timezone')}
        />
      )}
    </>
  )
}

/** The fields of an agent, for adding and editing. */
export function AgentFields({ form, known }: AgentFieldsProps) {
  const { kind, status } = form.values
  return (
    <>
      {!known && <KindField form={form} />}
      {kind === 'human' && <ColleagueField form={form} known={known} />}
      <TextInput label={t(fieldLabels.name)} maxLength={120} data-autofocus {...form.getInputProps('name')} />
      {kind === 'voice' && <ProviderFields form={form} />}
      <Input.Wrapper label={t(fieldLabels.status)} labelElement="div">
        <SegmentedControl
          aria-label={t(fieldLabels.status)}
          fullWidth
          data={Object.entries(agentStatusLabels).map(([value, label]) => ({ value, label: t(label) }))}
          value={status}
          onChange={(next) => form.setFieldValue('status', next as AgentStatusKey)}
        />
      </Input.Wrapper>
      <div className={classes.pair}>
        <NumberInput
          label={t(fieldLabels.capacity)}
          min={0}
          max={1000}
          allowDecimal={false}
          {...form.getInputProps('capacity')}
        />
        <TextInput
          label={t(fieldLabels.phone)}
          type="tel"
          maxLength={60}
          autoComplete="off"
          {...form.getInputProps('phone')}
        />
      </div>
      <LanguageSelect label={t(fieldLabels.languages)} {...form.getInputProps('languages')} />
      <PositionsSelect
        label={t(fieldLabels.positionIds)}
        known={known?.positions ?? []}
        {...form.getInputProps('positionIds')}
      />
      <Times form={form} />
    </>
  )
}
