import { Plural } from '@lingui/react/macro'
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
