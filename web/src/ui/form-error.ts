import { flushSync } from 'react-dom'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { placeErrors } from './place-errors.ts'
import { toastError } from './toast.tsx'

interface Form {
  values: object
  setErrors: (errors: Record<string, string>) => void
}

/** Shows the server's errors at their fields; an error that no field shows becomes a toast. */
export function showFormError(form: Form, error: unknown, message: string) {
  const errors = fieldErrors(error)
  // At once: a busy browser may paint a frame before React would show them.
  flushSync(() => form.setErrors(placeErrors(errors, form.values)))
  if (Object.keys(errors).length === 0) return toastError(error, message)
  focusFirstInvalid()
  const shown = currentForm().textContent ?? ''
  const hidden = Object.values(errors).filter((text) => !shown.includes(text))
  if (hidden.length > 0) toastError(new ApiError('VALIDATION', hidden.join(' ')), message)
}

/** Returns the dialog on top, or the page. The closed notifications of the layout are a dialog too. */
function currentForm(): Element {
  const dialogs = [...document.querySelectorAll('[role="dialog"]')]
  return dialogs.findLast((dialog) => dialog.checkVisibility()) ?? document.body
}

/** Focuses the first invalid field, which may be out of view, unless the focus is in an invalid one. */
function focusFirstInvalid() {
  const refused = '[aria-invalid="true"], [data-refused]'
  if (document.activeElement?.matches(refused)) return
  currentForm().querySelector<HTMLElement>(refused)?.focus()
}
