import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import classes from './user-drawer.module.css'

/** The skeleton of a tab of the user drawer. */
export function PartSkeleton() {
  return (
    <div role="status" aria-label={t`Loading`} className={classes.part}>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={40} />
      ))}
    </div>
  )
}
