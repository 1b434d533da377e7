import { fieldErrors } from '../api/api-error.ts'
import { toastError } from './toast.tsx'

/** Shows the server's errors at their fields; an error without a field becomes a toast. */
export function showFormError(
  form: { setErrors: (errors: Record<string, string>) => void },
  error: unknown,
  message: string,
) {
  const errors = fieldErrors(error)
  form.setErrors(errors)
  if (Object.keys(errors).length === 0) toastError(error, message)
  else requestAnimationFrame(focusFirstInvalid)
}

/** Focuses the first invalid field, which may be out of view, unless the focus is in an invalid one. */
function focusFirstInvalid() {
  const refused = '[aria-invalid="true"], [data-refused]'
  if (document.activeElement?.matches(refused)) return
  const place = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document
  place.querySelector<HTMLElement>(refused)?.focus()
}
