import { z } from 'zod'
import { id, repeated, text } from './fields.ts'

/**
 * The value of a custom field, by its type: a string (`text`, `longText`, `link`, `phone`, `email`), a number, an amount
 * in minor units with its currency (`money`), `YYYY-MM-DD` (`date`), ISO 8601 (`dateTime`), a boolean, the ID of an
 * option (`choice`), option IDs (`choices`), or the ID of a user or a file.
 */
export type FieldValue = string | number | boolean | string[] | { amount: number; currency: string }

/** Not checked here: what is valid depends on the field's definition. */
export const fieldValue = z
  .custom<FieldValue>()
  .describe(
    'By the type of the field: a string, a number, `{ amount, currency }` in minor units, a date as `YYYY-MM-DD`, a time as ISO 8601, a boolean, or the IDs of options, a user or a file',
  )

/** The values of a row by the keys of its fields. */
export const fieldValues = z
  .record(z.string(), fieldValue)
  .describe(
    'Values by the keys of custom fields. Empty fields, and those the caller may not see, are left out.',
  )

export const fieldValuesInput = z
  .record(z.string().max(100), z.unknown())
  .describe('Values by the keys of custom fields. Fields that are left out do not change, null clears.')

/** The input of what moves applications: values for the fields that the new status requires. */
export const fillingInput = {
  customFields: fieldValuesInput
    .optional()
    .describe(
      "Values for the applications' empty custom fields, such as those of FIELDS_REQUIRED. Existing values stay.",
    ),
  candidate: z
    .object({ customFields: fieldValuesInput })
    .optional()
    .describe("The same for the candidates' custom fields"),
}

/** A custom field that is empty, though the status requires it. */
export const missingField = z.object({
  subject: z.enum(['application', 'candidate']),
  key: z.string(),
  label: z.string(),
})

/** The details of FIELDS_REQUIRED. */
export const missingFields = z.object({
  missing: z.array(z.object({ applicationId: id, fields: z.array(missingField) })),
})

/** The filter by custom fields of a list. */
export const fieldFilter = repeated(text(1000), 20).describe(
  'By a custom field: `key:operator:value`, such as `shift:is:<option ID>`, `pay:gte:4500` or `license:filled`. Repeated filters must all match. Operators by type: `is`, `isNot`, `contains`, `gt`, `gte`, `lt`, `lte`, `before`, `after`, `anyOf` (values separated by commas), `empty`, `filled`.',
)
