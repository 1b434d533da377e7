import { listCustomFields } from '@muster/contract/custom-fields.ts'
import { listFieldChanges } from '@muster/contract/field-changes.ts'
import type { RowOf } from '../api/query.ts'
import { id } from './fixtures.ts'
import { answer, example } from './server.ts'

type CustomField = RowOf<typeof listCustomFields>

/** Returns an optional field that everyone sees, with the changes given. */
export function fieldOf(n: number, changes: Partial<CustomField>): CustomField {
  const [field] = example(listCustomFields).items
  return {
    ...field!,
    id: id(500 + n),
    subject: 'candidate',
    key: `field${n}`,
    label: `Field ${n}`,
    help: null,
    type: 'text',
    section: null,
    unit: null,
    currency: null,
    options: [],
    validation: {},
    defaultValue: null,
    required: { always: false, fromStatusType: null, outcomes: [] },
    visibleTo: null,
    editableTo: null,
    personal: false,
    sortable: false,
    sorting: null,
    onCards: false,
    filled: { value: 1204, of: 3000 },
    canEdit: true,
    isChanging: false,
    retiredAt: null,
    version: 1,
    ...changes,
  }
}

/** Returns options with these labels, the first of them blue. */
export function optionsOf(...labels: string[]): CustomField['options'] {
  return labels.map((label, n) => ({
    id: id(600 + n),
    label,
    color: n === 0 ? '#2563EB' : '#15803D',
    retired: false,
    mergedInto: null,
  }))
}

/** Answers with fields that the test may change, by subject and whether they are retired, without earlier changes. */
export function answerFields(fields: () => readonly CustomField[]) {
  answer(listFieldChanges, { items: [] })
  answer(listCustomFields, ({ query }) => ({
    items: fields().filter(
      ({ subject, retiredAt }) =>
        (!query.subject || subject === query.subject) && (String(query.retired) === 'true') === !!retiredAt,
    ),
  }))
}
