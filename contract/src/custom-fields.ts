import { z } from 'zod'
import { callOutcomes } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { fieldLimits, fieldSubjects, fieldTypes } from './field-subjects.ts'
import { fieldValue } from './field-values.ts'
import { color, flag, id, idParams, optionalText, text, timestamp, version } from './fields.ts'
import { roleKeys } from './permissions.ts'
import { statusTypeKeys } from './status-types.ts'

const retiredOption = z
  .boolean()
  .describe('It keeps its name where it is chosen, but cannot be chosen any more')

const fieldOption = z.object({
  id,
  label: z.string(),
  color: z.string().nullable(),
  retired: retiredOption,
  mergedInto: id
    .nullable()
    .describe('The option that it was merged into, which filters and new values use instead; null for none'),
})

export const fieldValidation = z.object({
  min: z.number().optional().describe('The smallest number, or amount in minor units'),
  max: z.number().optional().describe('The largest number, or amount in minor units'),
  maxLength: z.int().min(1).max(fieldLimits.longText).optional().describe('The most characters of a text'),
})

const fieldRequirement = z.object({
  always: z.boolean().describe('Required to create a row, and to change its custom fields'),
  fromStatusType: z
    .enum(statusTypeKeys)
    .nullable()
    .describe(
      'Required to add an application in a status of this type or a later one, and to move it there. `hired` is the latest. `closed`: required to close an application without a hire. Null for no such status. Of fields of applications and candidates only.',
    ),
  outcomes: z
    .array(z.enum(callOutcomes))
    .max(callOutcomes.length)
    .describe(
      'Required when a person logs a call with one of these outcomes, or sets one. Of fields of calls only.',
    ),
})

const visibleRoles = z
  .array(z.enum(roleKeys))
  .max(roleKeys.length)
  .nullable()
  .describe('Roles that see the field; null for all staff. Client reviewers never see it.')
const editingRoles = z
  .array(z.enum(roleKeys))
  .max(roleKeys.length)
  .nullable()
  .describe('Roles that change its values; null for all that may change the row')

const help = 'A sentence below the field; null for none'
const section = 'The heading that it is grouped under; null for none'
const unit = 'Shown after a number, such as `km`; null for none'
const defaultValue = 'The value in an empty form; null for none'
const personal = 'Personal data: hidden from callers who may not see contact data, erased with the person'
const sortable =
  'Lists of applications can be sorted by it: `field.<key>`, or `candidate.<key>` for a field of candidates. At most 20 fields of each of the two; not long texts, multiple choices and files.'
const onCards =
  'Shown on the cards of boards. At most three fields of applications and candidates in a workspace.'

export const customField = z.object({
  id,
  subject: z.enum(fieldSubjects).describe('What the field is added to'),
  key: z.string().describe('Its name in the API, in exports and in filters. Never changes.'),
  label: z.string(),
  help: z.string().nullable().describe(help),
  type: z.enum(fieldTypes).describe('What its values are'),
  section: z.string().nullable().describe(section),
  unit: z.string().nullable().describe(unit),
  currency: z.string().nullable().describe('Of money, as ISO 4217; null for other types'),
  options: z.array(fieldOption).describe('Of `choice` and `choices`, in their order'),
  validation: fieldValidation.describe('Limits of its values'),
  defaultValue: fieldValue.nullable().describe(defaultValue),
  required: fieldRequirement.describe('When a value is required'),
  visibleTo: visibleRoles,
  editableTo: editingRoles,
  personal: z.boolean().describe(personal),
  sortable: z.boolean().describe(sortable),
  sorting: z
    .enum(['preparing', 'ready'])
    .nullable()
    .describe('`preparing`: lists cannot be sorted by it yet. Null if it is not sortable.'),
  onCards: z.boolean().describe(onCards),
  filled: z
    .object({
      value: z.int().describe('Rows with a value'),
      of: z.int().describe('All rows that are not deleted'),
    })
    .nullable()
    .describe('How many rows have a value; null unless `counts=true`'),
  canEdit: z.boolean().describe('Whether the caller may change its values'),
  isChanging: z
    .boolean()
    .describe('Its type or its options are being changed. Until that is done, its definition cannot change.'),
  retiredAt: timestamp.nullable().describe('When it was retired; null while it is in use'),
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  createdAt: timestamp,
  updatedAt: timestamp,
})

const optionInput = z.object({
  id: id.optional().describe('Of an existing option; left out for a new one'),
  label: text(fieldLimits.optionLabel, 1),
  color: color.nullish(),
  retired: retiredOption.optional(),
  mergedInto: id.nullish().describe('As it was returned: `mergeFieldOptions` changes it'),
})

export const optionsInput = z
  .array(optionInput)
  .max(fieldLimits.options)
  .describe('All options in their order. Existing ones that are left out are retired.')

const fieldSettings = z.object({
  label: text(fieldLimits.label, 1),
  help: optionalText(fieldLimits.help).describe(help),
  section: optionalText(fieldLimits.section).describe(section),
  unit: optionalText(fieldLimits.unit).describe(unit),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, /*i18n*/ 'Enter a currency code, such as EUR')
    .nullish()
    .describe('Of money, as ISO 4217. It cannot change while there are values.'),
  options: optionsInput.optional(),
  validation: fieldValidation.optional().describe('Limits of its values'),
  defaultValue: fieldValue.nullish().describe(defaultValue),
  required: fieldRequirement.partial().optional().describe('When a value is required'),
  visibleTo: visibleRoles.optional(),
  editableTo: editingRoles.optional(),
  personal: z.boolean().optional().describe(personal),
  sortable: z.boolean().optional().describe(sortable),
  onCards: z.boolean().optional().describe(onCards),
})

export const listCustomFields = endpoint({
  name: 'listCustomFields',
  tag: 'Custom fields',
  summary: 'List custom fields',
  description:
    "Returns the fields that the caller may see, by subject and in their order. A subject's fields are " +
    'included for callers who may read the subject. Those who may manage fields get all, retired ones too ' +
    'with `retired=true`.',
  method: 'GET',
  path: '/custom-fields/',
  permission: 'signed-in',
  forKeys: true,
  query: z.object({
    subject: z.enum(fieldSubjects).optional().describe('Only fields of this subject'),
    retired: flag.describe('true: retired fields instead, for callers who may restore them'),
    counts: flag.describe('true: count the rows that have a value'),
  }),
  response: z.object({ items: z.array(customField) }),
})

export const createCustomField = endpoint({
  name: 'createCustomField',
  tag: 'Custom fields',
  summary: 'Add a custom field',
  description:
    "Adds a field at the end of its subject's. Without `key`, one is made of the label. CONFLICT if the " +
    'subject has a field of that label or key.',
  method: 'POST',
  path: '/custom-fields/',
  permission: 'custom-fields:manage',
  body: fieldSettings.extend({
    subject: z.enum(fieldSubjects).describe('What the field is added to'),
    type: z.enum(fieldTypes).describe('What its values are'),
    key: z
      .string()
      .max(fieldLimits.key)
      .regex(/^[a-z][a-zA-Z0-9]*$/, /*i18n*/ 'Use letters and digits, beginning with a small letter')
      .optional()
      .describe('Letters and digits, beginning with a small letter. Never changes.'),
  }),
  response: customField,
  status: 201,
  errors: ['CONFLICT'],
})

export const getCustomField = endpoint({
  name: 'getCustomField',
  tag: 'Custom fields',
  summary: 'Get a custom field',
  description: 'Returns a field, also a retired one for callers who may restore it.',
  method: 'GET',
  path: '/custom-fields/{id}/',
  permission: 'signed-in',
  forKeys: true,
  params: idParams,
  response: customField,
})

export const updateCustomField = endpoint({
  name: 'updateCustomField',
  tag: 'Custom fields',
  summary: 'Change a custom field',
  description:
    'Changes the settings sent; the rest stay. Subject and key never change; the type changes by `changeFieldType`.',
  method: 'PATCH',
  alsoPut: true,
  path: '/custom-fields/{id}/',
  permission: 'custom-fields:manage',
  params: idParams,
  body: fieldSettings.partial().extend({ version: version.optional() }),
  response: customField,
  errors: ['CONFLICT'],
})

export const retireCustomField = endpoint({
  name: 'retireCustomField',
  tag: 'Custom fields',
  summary: 'Retire a custom field',
  description:
    'Retires a field: it is hidden, and its values are kept for 30 days, in which it can be restored.',
  method: 'DELETE',
  path: '/custom-fields/{id}/',
  permission: 'custom-fields:manage',
  params: idParams,
  status: 204,
})

export const restoreCustomField = endpoint({
  name: 'restoreCustomField',
  tag: 'Custom fields',
  summary: 'Restore a retired custom field',
  description: 'Restores a retired field with its values.',
  method: 'POST',
  path: '/custom-fields/{id}/restore/',
  permission: 'custom-fields:manage',
  params: idParams,
  response: customField,
  errors: ['CONFLICT'],
})

export const orderCustomFields = endpoint({
  name: 'orderCustomFields',
  tag: 'Custom fields',
  summary: 'Order the custom fields of a subject',
  description: 'Orders the fields of a subject. `ids` names each field that is not retired once.',
  method: 'PUT',
  path: '/custom-fields/order/',
  permission: 'custom-fields:manage',
  body: z.object({
    subject: z.enum(fieldSubjects).describe('The subject whose fields are ordered'),
    ids: z.array(id).max(fieldLimits.fields).describe('The IDs of all its fields, in their new order'),
  }),
  response: z.object({ items: z.array(customField) }),
})
