import { Autocomplete } from '@mantine/core'
import type { BuiltInQuestion } from '@muster/contract/call-queues.ts'
import { applicationLengths, candidateLengths } from '@muster/contract/text-lengths.ts'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import {
  applicationFields,
  candidateTextField,
  phoneField,
} from '../applications/fields/field-definitions.ts'
import type { FieldDefinition } from '../applications/fields/use-editable-field.ts'
import { facetsQuery } from '../applications/queries.ts'
import type { CustomField, Draft, FieldType } from '../custom-fields/custom-field.ts'
import type { EditorProps } from '../custom-fields/editors.tsx'
import { fieldTypes } from '../custom-fields/field-types.tsx'
import { useListOnDemand } from '../ui/list-on-demand.ts'
import { formatPhone } from '../ui/phone.ts'

/** The type of custom fields that is typed like a built-in field. */
const typedLike: Record<BuiltInQuestion, FieldType> = {
  name: 'text',
  email: 'email',
  phone: 'phone',
  location: 'text',
  currentTitle: 'text',
  currentCompany: 'text',
  profileUrl: 'link',
  notes: 'longText',
  source: 'text',
}

/** Returns a built-in field as the editors of custom fields take one. */
export function asCustomField(builtIn: BuiltInQuestion, subject: CustomField['subject']): CustomField {
  const maxLength = builtIn === 'source' ? applicationLengths.source : candidateLengths[builtIn]
  return {
    ...{ id: builtIn, subject, key: builtIn, label: builtIn },
    ...{ type: typedLike[builtIn], validation: { maxLength } },
    ...{ help: null, section: null, unit: null, currency: null, options: [], defaultValue: null },
    ...{ required: { always: false, fromStatusType: null, outcomes: [] }, visibleTo: null, editableTo: null },
    ...{ personal: false, sortable: false, sorting: null, onCards: false, canEdit: true, isChanging: false },
    ...{ filled: { value: 0, of: 0 }, retiredAt: null, version: 0, createdAt: '', updatedAt: '' },
  }
}

function definitionOf(builtIn: BuiltInQuestion): FieldDefinition<string | null> {
  if (builtIn === 'source') return applicationFields.source()
  return builtIn === 'phone' ? phoneField() : candidateTextField(builtIn)
}

const textOf = (draft: Draft) => String(draft ?? '').trim() || null

/** Returns how a built-in field is edited as a draft. */
export function builtInDefinition(builtIn: BuiltInQuestion): FieldDefinition<Draft> {
  const kind = definitionOf(builtIn)
  const shown = (value: string | null) => (value && builtIn === 'phone' ? formatPhone(value) : value)
  return {
    ...kind,
    read: (subject) => shown(kind.read(subject)),
    send: textOf,
    same: (one, other) => textOf(one) === textOf(other),
    done: () => null,
  }
}

/** Types a source, with those in use to choose from: a report counts each spelling as a source of its own. */
function SourceEditor({ field, draft, onChange }: EditorProps) {
  const { data } = useQuery(facetsQuery)
  const list = useListOnDemand()
  return (
    <Autocomplete
      {...list}
      // Keys leave it like a text, unless an option is marked.
      data-text
      label={field.label}
      maxLength={field.validation.maxLength}
      data={data?.sources ?? []}
      value={String(draft ?? '')}
      onChange={onChange}
    />
  )
}

/** Returns what draws an answer, custom or built in, and whether it is typed and written when the input is left. */
export function editorOf(
  field: CustomField,
  builtIn: BuiltInQuestion | null,
): { isTyped: boolean; Editor: ComponentType<EditorProps> } {
  if (builtIn === 'source') return { isTyped: true, Editor: SourceEditor }
  const { typed, Editor } = fieldTypes[field.type]
  return { isTyped: typed !== undefined, Editor }
}
