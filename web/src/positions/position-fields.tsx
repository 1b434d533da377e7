import { t } from '@lingui/core/macro'
import { Input, NumberInput, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ColleagueSelect } from './colleague-select.tsx'
import { CompanySelect } from './company-select.tsx'
import classes from './position-form.module.css'
import { fieldLabels, type PositionValues } from './position-form.ts'
import { type PositionDetails, type PositionState, stateLabels } from './position-state.ts'

interface PositionFieldsProps {
  form: UseFormReturnType<PositionValues>
  /** The names of the initial values. */
  known?: Pick<PositionDetails, 'company' | 'owner' | 'hiringManager'>
}

/** The fields of a position, for creating and editing. */
export function PositionFields({ form, known }: PositionFieldsProps) {
  return (
    <>
      <TextInput
        label={t(fieldLabels.name)}
        placeholder={t`Warehouse associate`}
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <div className={classes.pair}>
        <CompanySelect known={known?.company} {...form.getInputProps('companyId')} />
        <TextInput
          label={t(fieldLabels.location)}
          placeholder={t`Chicago, IL`}
          maxLength={300}
          {...form.getInputProps('location')}
        />
      </div>
      <div className={classes.pair}>
        <NumberInput
          label={t(fieldLabels.openings)}
          min={1}
          max={10_000}
          allowDecimal={false}
          {...form.getInputProps('openings')}
        />
        <Input.Wrapper label={t(fieldLabels.state)} labelElement="div">
          <SegmentedControl
            aria-label={t(fieldLabels.state)}
            fullWidth
            data={Object.entries(stateLabels).map(([value, label]) => ({ value, label: t(label) }))}
            value={form.values.state}
            onChange={(state) => form.setFieldValue('state', state as PositionState)}
          />
        </Input.Wrapper>
      </div>
      <div className={classes.pair}>
        <ColleagueSelect
          label={t(fieldLabels.ownerId)}
          known={known?.owner}
          first="recruiter"
          {...form.getInputProps('ownerId')}
        />
        <ColleagueSelect
          label={t(fieldLabels.hiringManagerId)}
          known={known?.hiringManager}
          first="hiring_manager"
          {...form.getInputProps('hiringManagerId')}
        />
      </div>
      {known && (
        <TextInput
          type="datetime-local"
          required
          withAsterisk={false}
          label={t(fieldLabels.openedAt)}
          description={t`Time to fill starts on this date. It cannot be after the first hire.`}
          {...form.getInputProps('openedAt')}
        />
      )}
      <Textarea
        label={t(fieldLabels.description)}
        description={t`Supports Markdown.`}
        autosize
        minRows={4}
        maxRows={16}
        maxLength={20_000}
        {...form.getInputProps('description')}
      />
    </>
  )
}
