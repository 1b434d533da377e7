import { errorMessage, fieldErrors } from '../api/api-error.ts'
import classes from './auth-app.module.css'

interface FailureProps {
  /** What a call threw; null if it did not. */
  failure: unknown
  /** The fields that show their own errors. */
  fields?: readonly string[]
}

/** Says why a call of the sign-in pages failed, unless the fields of the form say it. */
export function Failure({ failure, fields = [] }: FailureProps) {
  if (failure === null) return null
  const errors = Object.entries(fieldErrors(failure))
  const hidden = errors.flatMap(([field, message]) => (fields.includes(field) ? [] : [message]))
  const text = errors.length > 0 ? hidden.join(' ') : errorMessage(failure)
  if (!text) return null
  return (
    <div className={classes.failure} role="alert">
      {text}
    </div>
  )
}
