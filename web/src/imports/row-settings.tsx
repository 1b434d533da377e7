import { NativeSelect, Select, TextInput } from '@mantine/core'
import { type ImportPolicy, importPolicies } from '@muster/contract/imports.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { Section } from '../ui/section.tsx'
import { type ImportSettings, isMapped } from './import-settings.ts'
import classes from './imports.module.css'
import type { Analysis } from './new-import-page.tsx'

interface RowSettingsProps {
  analysis: Analysis
  settings: ImportSettings
  onChange: (settings: ImportSettings) => void
}

const policyOptions = Object.entries(importPolicies).map(([value, label]) => ({ value, label }))

const dateOrders = [
  { value: '', label: 'Choose how dates are written' },
  { value: 'dmy', label: 'Day, month, year (31/12/2025)' },
  { value: 'mdy', label: 'Month, day, year (12/31/2025)' },
  { value: 'ymd', label: 'Year, month, day (2025-12-31)' },
]

/** What holds for all rows. */
export function RowSettings({ analysis, settings, onChange }: RowSettingsProps) {
  const positions = useQuery(
    endpointQuery(listPositions, { query: { state: 'open', limit: 200, sort: 'name' } }),
  )
  const change = (changes: Partial<ImportSettings>) => onChange({ ...settings, ...changes })
  const asksForDates = analysis.dateOrder === 'ambiguous' && isMapped(settings, 'appliedAt')
  return (
    <Section title="All rows">
      <div className={classes.settings}>
        <Select
          label={isMapped(settings, 'position') ? 'Position, where none is known' : 'Position'}
          placeholder="Choose a position"
          searchable
          clearable
          data={(positions.data?.items ?? []).map(({ id, name, company }) => ({
            value: id,
            label: `${name} · ${company.name}`,
          }))}
          value={settings.positionId ?? null}
          onChange={(positionId) => change({ positionId })}
        />
        <TextInput
          label={isMapped(settings, 'source') ? 'Source, where none is named' : 'Source'}
          maxLength={120}
          value={settings.source ?? ''}
          onChange={(event) => change({ source: event.currentTarget.value })}
        />
        <NativeSelect
          label="People who exist already"
          data={policyOptions}
          value={settings.policy ?? 'skip'}
          onChange={(event) => change({ policy: event.currentTarget.value as ImportPolicy })}
        />
        {asksForDates && (
          <NativeSelect
            label="Dates"
            description="They can be read in two ways"
            data={dateOrders}
            value={settings.dateOrder ?? ''}
            onChange={(event) =>
              change({ dateOrder: (event.currentTarget.value || undefined) as 'dmy' | undefined })
            }
          />
        )}
      </div>
    </Section>
  )
}
