import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { digitsOf } from '../plans/money.ts'
import { limitDefinitions, limitKeys, limitNames, planStateWords } from '../plans/plan-words.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { Hint } from '../ui/hint.tsx'
import { Part } from '../ui/part.tsx'
import classes from './admin-billing.module.css'
import { fieldLabels, type PlanValues } from './plan-form.ts'

interface PlanFieldsProps {
  form: UseFormReturnType<PlanValues>
  /** Archiving is not among them: it is asked for by a button of its own. */
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
            <Hint label={t`What “${name}” counts`}>{t(limitDefinitions[what])}</Hint>
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

/** Everything of a plan. */
export function PlanFields({ form, states }: PlanFieldsProps) {
  const { currency } = form.values
  const price = {
    min: 0,
    decimalScale: /^[A-Z]{3}$/.test(currency) ? digitsOf(currency) : 2,
    hideControls: true,
    placeholder: t`Not sold so`,
  } as const
  const stateHelp = {
    public: t`Every workspace sees it and can choose it`,
    hidden: t`Nobody sees it; you can put a workspace on it`,
    archived: t`Nobody can choose it any more; who is on it stays`,
  }
  return (
    <>
      <TextInput label={t(fieldLabels.name)} maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={t(fieldLabels.description)} maxLength={300} {...form.getInputProps('description')} />
      <Part>
        <ChoiceButtons
          label={t(fieldLabels.state)}
          choices={states.map((value) => ({ value, label: t(planStateWords[value]) }))}
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
        <Trans>0 is free. With both left empty it is sold by agreement.</Trans>
      </span>
      <Switch
        label={t(fieldLabels.perSeat)}
        description={t`The price is for each seat, and the customer says how many`}
        {...form.getInputProps('perSeat', { type: 'checkbox' })}
      />
      <NumberInput
        label={t(fieldLabels.trialDays)}
        description={t`Before the first payment, once for each workspace`}
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
        description={t`One a line, as the card lists them`}
        autosize
        minRows={3}
        {...form.getInputProps('features')}
      />
    </>
  )
}
