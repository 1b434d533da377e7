import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { isPeriod } from '../dashboard/report-search.ts'
import classes from './day-fields.module.css'

interface DayFieldsProps {
  label: string
  from: string
  to: string
  onChange: (from: string, to: string) => void
}

/** A first and a last day, both inclusive. Incomplete, reversed and overlong ranges are not applied. */
export function DayFields({ label, from, to, onChange }: DayFieldsProps) {
  const [typed, setTyped] = useState({ from, to })
  useEffect(() => setTyped({ from, to }), [from, to])
  function type(changes: Partial<typeof typed>) {
    const next = { ...typed, ...changes }
    setTyped(next)
    if (isPeriod(next.from, next.to)) onChange(next.from, next.to)
  }
  const wrong = !isPeriod(typed.from, typed.to)
  return (
    <fieldset className={classes.days} aria-label={label}>
      <input
        type="date"
        aria-label={t`Start date`}
        value={typed.from}
        aria-invalid={wrong}
        onChange={(event) => type({ from: event.currentTarget.value })}
      />
      <span aria-hidden>–</span>
      <input
        type="date"
        aria-label={t`End date`}
        value={typed.to}
        aria-invalid={wrong}
        onChange={(event) => type({ to: event.currentTarget.value })}
      />
    </fieldset>
  )
}
