import type { UseFormReturnType } from '@mantine/form'

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns the fields that were not edited since they were sent. */
export function fieldsNotEdited<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  sent: Values,
): (keyof Values & string)[] {
  const now = form.getValues()
  return Object.keys(sent).filter((field) => isSame(now[field], sent[field]))
}

/**
 * Makes what was saved the initial values of a form. A field that was edited while it was being saved keeps what was
 * typed.
 */
export function adoptSaved<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  sent: Values,
  saved: Values,
) {
  const fields = fieldsNotEdited(form, sent)
  form.setInitialValues(saved)
  form.setValues(Object.fromEntries(fields.map((field) => [field, saved[field]])) as Partial<Values>)
}
