import { Plural } from '@lingui/react/macro'
import classes from './imports.module.css'

/** How many rows are hired or closed without saying when: reports count them on the day of the import. */
export function WithoutDate({ rows }: { rows: number }) {
  if (rows === 0) return null
  return (
    <p className={classes.note}>
      <Plural
        value={rows}
        one="# row is hired or closed without a date: reports count it on the day of the import. Map its hired or closed date to count it on its own day."
        other="# rows are hired or closed without a date: reports count them on the day of the import. Map their hired or closed dates to count them on their own days."
      />
    </p>
  )
}
