import { Loader } from '@mantine/core'
import classes from './auth-app.module.css'

/** Shown while the stored session is restored, before texts are loaded. */
export function InitialLoader() {
  return (
    <div className={classes.loader} role="status">
      <Loader size="sm" />
      Initializing authentication...
    </div>
  )
}
