import { msg, t } from '@lingui/core/macro'
import { NativeSelect, Select, TextInput } from '@mantine/core'
import { Section } from '../ui/section.tsx'
import { type Analysis, type ImportSettings, isMapped, needsDateOrder } from './import-settings.ts'
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
  { value: '', label: msg`Choose how dates are written` },
  { value: 'dmy', label: msg`Day, month, year (31/12/2025)` },
  { value: 'mdy', label: msg`Month, day, year (12/31/2025)` },
  { value: 'ymd', label: msg`Year, month, day (2025-12-31)` },
]

/** What holds for all rows. */
export function RowSettings({ analysis, settings, onChange }: RowSettingsProps) {
  const positions = usePositionOptions()
  const change = (changes: Partial<ImportSettings>) => onChange({ ...settings, ...changes })
  const areAlone = !isMapped(settings, 'position') && !settings.positionId
  const asksForDates = needsDateOrder(analysis, settings)
  return (
    <Section title={t`All rows`}>
      <div className={classes.settings}>
        <Select
          label={isMapped(settings, 'position') ? t`Position, where none is known` : t`Position`}
          placeholder={t`Choose a position`}
          description={
            areAlone &&
            t`Without a position, people are added without an application. Choose one to add applications.`
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          searchable
          clearable
          data={positions}
          value={settings.positionId ?? null}
          onChange={(positionId) => change({ positionId })}
        />
        {!areAlone && (
          <TextInput
            label={isMapped(settings, 'source') ? t`Source, where none is named` : t`Source`}
            maxLength={120}
            value={settings.source ?? ''}
            onChange={(event) => change({ source: event.currentTarget.value })}
          />
        )}
        {asksForDates && (
          <NativeSelect
            label={t`Dates`}
            description={t`They can be read in two ways`}
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
