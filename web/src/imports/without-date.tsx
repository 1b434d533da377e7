import { Plural, Trans } from '@lingui/react/macro'
import { type ImportSettings, isMapped } from './import-settings.ts'
import classes from './imports.module.css'

/** How many rows are hired or closed without saying when: reports count them on the day of the import. */
export function WithoutDate({ rows }: { rows: number }) {
  if (rows === 0) return null
  return (
    <p className={classes.note}>
      <Plural
        value={rows}
        one="# row is hired or closed without a date, so reports count it on the day of the import. Map the hired or closed date to count it on the actual day."
        other="# rows are hired or closed without a date, so reports count them on the day of the import. Map the hired or closed dates to count them on the actual days."
      />
    </p>
  )
}

/** Said where no column holds the applied date, and applications are among the rows. */
export function WithoutApplied({ settings }: { settings: ImportSettings }) {
  const hasApplications = isMapped(settings, 'position') || settings.positionId
  if (!hasApplications || isMapped(settings, 'appliedAt')) return null
  return (
    <p className={classes.note}>
      <Trans>
        No column holds the applied date. Applications are dated on the day of the import, unless the row has
        a date of its status.
      </Trans>
    </p>
  )
}
