import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { limitDefinitions, limitKeys, limitNames, planStateLabels } from '../plans/plan-labels.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { Hint } from '../ui/hint.tsx'
import { digitsOf } from '../ui/money.ts'
import { Part } from '../ui/part.tsx'
import classes from './admin-billing.module.css'
import { fieldLabels, type PlanValues } from './plan-form.ts'

interface PlanFieldsProps {
  form: UseFormReturnType<PlanValues>
  /** Without archived: a separate button archives. */
  states: readonly PlanValues['state'][]
}

function LimitField({
  form,
  what,
}: {
  form: UseFormReturnType<PlanValues>
  what: (typeof limitKeys)[number]
}) {
  const name = t(limitNames[what])
  const limit = form.values.limits[what]
  const open = limit === 'unlimited'
  return (
    <div className={classes.limit}>
      <NumberInput
        label={
          <span className={classes.label}>
            {name}
            <Hint label={t`About “${name}”`}>{t(limitDefinitions[what])}</Hint>
          </span>
        }
        aria-label={name}
        min={0}
        max={1_000_000_000}
        allowDecimal={false}
        disabled={open}
        placeholder={open ? t({ message: 'unlimited', context: 'a limit' }) : undefined}
        value={open ? '' : limit}
        error={form.errors[`limits.${what}`]}
        onChange={(value) => form.setFieldValue(`limits.${what}`, typeof value === 'number' ? value : '')}
      />
      <Checkbox
        label={t`Unlimited`}
        aria-label={t`${name}: unlimited`}
        checked={open}
        onChange={(event) =>
          form.setFieldValue(`limits.${what}`, event.currentTarget.checked ? 'unlimited' : '')
        }
      />
    </div>
  )
}

/** The fields of a plan. */
export function PlanFields({ form, states }: PlanFieldsProps) {
  const { currency } = form.values
  const price = {
    min: 0,
    decimalScale: /^[A-Z]{3}$/.test(currency) ? digitsOf(currency) : 2,
    hideControls: true,
    placeholder: t`Not available`,
  } as const
  const stateHelp = {
    public: t`All workspaces can see and choose it`,
    hidden: t`Not listed. You can assign it to a workspace.`,
    archived: t`No longer available. Existing subscribers keep it.`,
  }
  return (
    <>
      <TextInput label={t(fieldLabels.name)} maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={t(fieldLabels.description)} maxLength={300} {...form.getInputProps('description')} />
      <Part>
        <ChoiceButtons
          label={t(fieldLabels.state)}
          choices={states.map((value) => ({ value, label: t(planStateLabels[value]) }))}
          chosen={form.values.state}
          onChoose={(state) => form.setFieldValue('state', state)}
        />
        <span className={classes.caption}>{stateHelp[form.values.state]}</span>
      </Part>
      <div className={classes.pair}>
        <NumberInput
          label={t(fieldLabels.priceMonthlyMinor)}
          {...price}
          {...form.getInputProps('priceMonthlyMinor')}
        />
        <NumberInput
          label={t(fieldLabels.priceYearlyMinor)}
          {...price}
          {...form.getInputProps('priceYearlyMinor')}
        />
        <TextInput
          label={t(fieldLabels.currency)}
          maxLength={3}
          {...form.getInputProps('currency')}
          onChange={(event) => form.setFieldValue('currency', event.currentTarget.value.toUpperCase())}
        />
      </div>
      <span className={classes.caption}>
        <Trans>Enter 0 for a free plan. Leave both empty for custom pricing.</Trans>
      </span>
      <Switch
        label={t(fieldLabels.perSeat)}
        description={t`The customer pays per seat and chooses how many`}
        {...form.getInputProps('perSeat', { type: 'checkbox' })}
      />
      <NumberInput
        label={t(fieldLabels.trialDays)}
        description={t`Before the first payment, once per workspace`}
        min={0}
        max={365}
        allowDecimal={false}
        {...form.getInputProps('trialDays')}
      />
      <fieldset className={classes.limits}>
        <legend>{t(fieldLabels.limits)}</legend>
        {limitKeys.map((what) => (
          <LimitField key={what} form={form} what={what} />
        ))}
      </fieldset>
      <Textarea
        label={t(fieldLabels.features)}
        description={t`One per line, as shown on the card`}
        autosize
        minRows={3}
        {...form.getInputProps('features')}
      />
    </>
  )
}
