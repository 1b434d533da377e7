import { z } from 'zod'
import { fieldValidation, optionsInput } from './custom-fields.ts'
import { endpoint } from './endpoint.ts'
import { fieldLimits, fieldTypes } from './field-subjects.ts'
import { id, idParams, optionalText, timestamp, version } from './fields.ts'

/** Changes of a field that rewrite its values. */
export const fieldChangeKinds = ['type', 'merge'] as const

export const fieldChangeStates = ['waiting', 'done', 'undone'] as const

/** A value that does not fit, with its row. */
const unfitValue = z.object({
  rowId: id.describe(
    "The ID of the field's row: a candidate, an application, a position, a company or a call",
  ),
  name: z.string().describe('What the row is called; of an application or a call, the name of the person'),
  value: z.string().describe('The value before the change, as people read it'),
  reason: z.string().nullable().describe('Why it does not fit; null once the change is done'),
})

export const fieldChange = z.object({
  id,
  kind: z.enum(fieldChangeKinds).describe('`type`: the type was changed. `merge`: options were merged.'),
  state: z
    .enum(fieldChangeStates)
    .describe('`waiting`: its values are being changed. `undone`: a later change took it back.'),
  from: z.string().describe('The type before, or the labels of the merged options'),
  to: z.string().describe('The type afterwards, or the label of the option that the others were merged into'),
  by: z.string().nullable().describe('Who made it'),
  at: timestamp.describe('When it was made'),
  undoes: id.nullable().describe('The change that it takes back; null for none'),
  changed: z.int().describe('How many values it changed'),
  emptied: z.int().describe('How many values did not fit and were emptied'),
  undoableUntil: timestamp.nullable().describe('Until when it can be undone; null if it cannot be'),
})

const typeInput = z.object({
  type: z.enum(fieldTypes).describe('The new type'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, /*i18n*/ 'Enter a currency code, such as EUR')
    .nullish()
    .describe('Of money, as ISO 4217'),
  unit: optionalText(fieldLimits.unit).describe('Of a number, such as `km`'),
  options: optionsInput.optional(),
  optionsFromValues: z
    .boolean()
    .default(false)
    .describe('true: values that are no option yet become options, of `choice` and `choices`'),
  validation: fieldValidation.optional().describe('Limits of its values'),
})

export const previewFieldType = endpoint({
  name: 'previewFieldType',
  tag: 'Custom fields',
  summary: 'Preview a change of type',
  description:
    'Returns how many values fit the new type, and those that do not: at most 100 rows of them. Changes nothing.',
  method: 'POST',
  path: '/custom-fields/{id}/type/preview/',
  permission: 'custom-fields:manage',
  params: idParams,
  body: typeInput,
  response: z.object({
    values: z.int().describe('Rows with a value'),
    fitting: z.int().describe('How many of them fit the new type'),
    unfit: z.array(unfitValue).describe('The first 100 that do not fit'),
    newOptions: z.array(z.string()).describe('The labels of options that would be added, in their order'),
  }),
  errors: ['CONFLICT'],
})

export const changeFieldType = endpoint({
  name: 'changeFieldType',
  tag: 'Custom fields',
  summary: 'Change the type of a custom field',
  description:
    'Turns the values into those of another type, as a job. Values that do not fit are emptied, if `emptied` is ' +
    'their number; else CONFLICT names it. All values before the change are kept for 30 days, in which it can be undone.',
  method: 'POST',
  path: '/custom-fields/{id}/type/',
  permission: 'custom-fields:manage',
  params: idParams,
  body: typeInput.extend({
    emptied: z
      .int()
      .min(0)
      .default(0)
      .describe('How many values may be emptied, as the preview counted them'),
    version: version.optional(),
  }),
  status: 202,
  response: fieldChange,
  errors: ['CONFLICT'],
})

export const mergeFieldOptions = endpoint({
  name: 'mergeFieldOptions',
  tag: 'Custom fields',
  summary: 'Merge options of a custom field',
  description:
    'Replaces options by another one wherever they are chosen, as a job. They cannot be chosen any more; filters by ' +
    'them find the other one. It can be undone for 30 days.',
  method: 'POST',
  path: '/custom-fields/{id}/options/merge/',
  permission: 'custom-fields:manage',
  params: idParams,
  body: z.object({
    from: z.array(id).min(1).max(fieldLimits.options).describe('The IDs of the options to replace'),
    into: id.describe('The ID of the option that replaces them'),
    version: version.optional(),
  }),
  status: 202,
  response: fieldChange,
  errors: ['CONFLICT'],
})

export const listFieldChanges = endpoint({
  name: 'listFieldChanges',
  tag: 'Custom fields',
  summary: 'List changes of type and merges of options',
  description:
    'Returns the changes of a field whose values before are kept: of the last 30 days, newest first.',
  method: 'GET',
  path: '/custom-fields/{id}/changes/',
  permission: 'custom-fields:manage',
  params: idParams,
  response: z.object({ items: z.array(fieldChange) }),
})

const changeParams = idParams.extend({ changeId: id.describe('The ID of the change') })

export const listEmptiedValues = endpoint({
  name: 'listEmptiedValues',
  tag: 'Custom fields',
  summary: 'List values that a change emptied',
  description:
    'Returns rows whose value did not fit the new type: at most 100 after the row `after`, by row ID.',
  method: 'GET',
  path: '/custom-fields/{id}/changes/{changeId}/emptied/',
  permission: 'custom-fields:manage',
  params: changeParams,
  query: z.object({ after: id.optional().describe('The `rowId` of the last row of the page before') }),
  response: z.object({ items: z.array(unfitValue) }),
})

export const undoFieldChange = endpoint({
  name: 'undoFieldChange',
  tag: 'Custom fields',
  summary: 'Undo a change of a custom field',
  description:
    'Takes back the last change of a field, as a job. Values that nobody changed since are as before; later ones are ' +
    'turned back where they fit. Returns the change that undoes it, which can be undone too.',
  method: 'POST',
  path: '/custom-fields/{id}/changes/{changeId}/undo/',
  permission: 'custom-fields:manage',
  params: changeParams,
  status: 202,
  response: fieldChange,
  errors: ['CONFLICT'],
})
