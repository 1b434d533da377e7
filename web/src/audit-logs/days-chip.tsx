import { t } from '@lingui/core/macro'
import { Popover, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Chip } from '../ui/chip.tsx'
import { formatDay } from '../ui/format.ts'
import classes from './audit.module.css'

interface DaysChipProps {
  from: string | undefined
  to: string | undefined
  onChange: (days: { from?: string; to?: string }) => void
}

/** At noon, so that it is the same day in every timezone. */
const dayOf = (day: string) => formatDay(`${day}T12:00:00`)

function daysText(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to) return t`${dayOf(from)} to ${dayOf(to)}`
  if (from) return t`from ${dayOf(from)}`
  return to && t`until ${dayOf(to)}`
}

/** Filters a list by a range of days. */
export function DaysChip({ from, to, onChange }: DaysChipProps) {
  const [opened, setOpened] = useState(false)
  const isSet = Boolean(from || to)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={220} trapFocus returnFocus>
      <Popover.Target>
        <Chip
          label={t`Days`}
          dashed={!isSet}
          value={daysText(from, to)}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
          onRemove={isSet ? () => onChange({ from: undefined, to: undefined }) : undefined}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Days`}>
        <div className={classes.days}>
          <TextInput
            type="date"
            label={t`From`}
            value={from ?? ''}
            max={to}
            onChange={({ currentTarget: { value } }) => onChange({ from: value || undefined, to })}
          />
          <TextInput
            type="date"
            label={t`Until`}
            value={to ?? ''}
            min={from}
            onChange={({ currentTarget: { value } }) => onChange({ from, to: value || undefined })}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
