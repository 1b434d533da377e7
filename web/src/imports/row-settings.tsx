import { msg, t } from '@lingui/core/macro'
import { NativeSelect, Select, TextInput } from '@mantine/core'
import { useCurrentUser } from '../session/session.ts'
import { Section } from '../ui/section.tsx'
import { type Analysis, type ImportSettings, isMapped, needsDateOrder } from './import-settings.ts'
import { useIsDate } from './import-targets.ts'
import { createOf, hasDefaultPosition, withCreate } from './import-values.ts'
import classes from './imports.module.css'
import { PhoneCountry } from './phone-country.tsx'
import { PolicyChoice } from './policy-choice.tsx'
import { usePositionOptions } from './position-options.ts'

interface RowSettingsProps {
  analysis: Analysis
  settings: ImportSettings
  onChange: (settings: ImportSettings) => void
}

const dateOrders = [
  { value: '', label: msg`Select a date format` },
  { value: 'dmy', label: msg`Day, month, year (31/12/2025)` },
  { value: 'mdy', label: msg`Month, day, year (12/31/2025)` },
  { value: 'ymd', label: msg`Year, month, day (2025-12-31)` },
]

/** Stands for a position that the import creates. */
const newPosition = 'new'

/** What holds for all rows. */
export function RowSettings({ analysis, settings, onChange }: RowSettingsProps) {
  const positions = usePositionOptions()
  const change = (changes: Partial<ImportSettings>) => onChange({ ...settings, ...changes })
  const { permissions } = useCurrentUser()
  const areAlone = !isMapped(settings, 'position') && !hasDefaultPosition(settings)
  const created = createOf(settings)
  const added = created.position
  const choose = (positionId: string | null) => {
    const isNew = positionId === newPosition
    const position = isNew ? { name: '', companyName: '' } : undefined
    onChange(withCreate({ ...settings, positionId: isNew ? null : positionId }, { ...created, position }))
  }
  const describe = (position: NonNullable<typeof added>) =>
    onChange(withCreate(settings, { ...created, position }))
  const asksForDates = needsDateOrder(analysis, settings, useIsDate())
  return (
    <Section title={t`All rows`}>
      <div className={classes.settings}>
        <Select
          label={isMapped(settings, 'position') ? t`Position for rows without a position` : t`Position`}
          placeholder={t`Choose a position`}
          description={
            areAlone &&
            t`Without a position, only candidates are created. Choose one to create applications too.`
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          searchable
          clearable
          data={
            permissions.includes('positions:write')
              ? [{ value: newPosition, label: t`New position…` }, ...positions]
              : positions
          }
          value={added ? newPosition : (settings.positionId ?? null)}
          onChange={choose}
        />
        {added && (
          <>
            <TextInput
              label={t`Name of the new position`}
              maxLength={200}
              required
              value={added.name}
              onChange={(event) => describe({ ...added, name: event.currentTarget.value })}
            />
            <TextInput
              label={t`Company of the new position`}
              list="import-companies"
              maxLength={200}
              required
              value={added.companyName ?? ''}
              onChange={(event) => describe({ ...added, companyName: event.currentTarget.value })}
            />
          </>
        )}
        {!areAlone && (
          <TextInput
            label={isMapped(settings, 'source') ? t`Source for rows without a source` : t`Source`}
            maxLength={120}
            value={settings.source ?? ''}
            onChange={(event) => change({ source: event.currentTarget.value })}
          />
        )}
        {asksForDates && (
          <NativeSelect
            label={t`Date format`}
            description={t`The dates in this file are ambiguous`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={dateOrders.map(({ value, label }) => ({ value, label: t(label) }))}
            value={settings.dateOrder ?? ''}
            onChange={(event) =>
              change({ dateOrder: (event.currentTarget.value || undefined) as 'dmy' | undefined })
            }
          />
        )}
        <PhoneCountry
          phones={isMapped(settings, 'phone') ? analysis.phones : null}
          value={settings.phoneCountry}
          onChange={(phoneCountry) => change({ phoneCountry })}
        />
      </div>
      <PolicyChoice value={settings.policy ?? 'skip'} onChange={(policy) => change({ policy })} />
    </Section>
  )
}
