import { t } from '@lingui/core/macro'
import type { Import } from './import-undo.tsx'
import classes from './imports.module.css'

type ImportRecord = Import['records'][number]

/** "Driver at Halden Freight", as a record of its kind. */
export function recordLabel({ kind, name, within }: ImportRecord): string {
  if (kind === 'company') return t`Company: ${name}`
  const place = within ?? ''
  return kind === 'position' ? t`Position: ${name} at ${place}` : t`Status: ${name} on ${place}`
}

/** The records that an import creates before its first row. */
export function CreatedRecords({ title, records }: { title: string; records: readonly ImportRecord[] }) {
  if (records.length === 0) return null
  return (
    <div className={classes.records}>
      <strong>{title}</strong>
      <ul>
        {records.map((record) => (
          <li key={record.id}>{recordLabel(record)}</li>
        ))}
      </ul>
    </div>
  )
}
