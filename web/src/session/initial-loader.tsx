import { Loader } from '@mantine/core'
import classes from './auth-app.module.css'

/** Stands while the stored session is being restored, and before any text of the catalogue is there. */
export function InitialLoader() {
  return (
    <div className={classes.loader} role="status">
      <Loader size="sm" />
      Initializing authentication...
    </div>
  )
}
