import { fieldErrors } from '../api/api-error.ts'
import { toastError } from './toast.tsx'

/** Puts what the server said beside the fields it is about; what concerns no field is shown as a toast. */
export function showFormError(
  form: { setErrors: (errors: Record<string, string>) => void },
  error: unknown,
  message: string,
) {
  const errors = fieldErrors(error)
  form.setErrors(errors)
  if (Object.keys(errors).length === 0) toastError(error, message)
  else requestAnimationFrame(goToRefused)
}

/** To the first field that is wrong, unless one is at one: it may be out of view, and the button has lost the focus. */
function goToRefused() {
  const refused = '[aria-invalid="true"], [data-refused]'
  if (document.activeElement?.matches(refused)) return
  const place = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document
  place.querySelector<HTMLElement>(refused)?.focus()
}
