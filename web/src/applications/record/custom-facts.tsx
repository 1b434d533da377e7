import { CustomFact, customFactGroups, inlineField } from '../../custom-fields/custom-fact.tsx'
import type { CustomField, Draft } from '../../custom-fields/custom-field.ts'
import { useCustomFields } from '../../custom-fields/custom-fields-query.ts'
import type { FactGroup } from '../fields/fact-list.tsx'
import type { Subject } from '../fields/subject.ts'
import { type FieldDefinition, useEditableField } from '../fields/use-editable-field.ts'

type Of = FieldDefinition<unknown>['of']

function valuesOf({ candidate, application }: Subject, of: Of) {
  return (of === 'candidate' ? candidate.customFields : application?.customFields) ?? {}
}

interface RecordFactProps {
  subject: Subject
  of: Of
  field: CustomField
  canEdit: boolean
  added: boolean
}

function RecordFact({ subject, of, field, canEdit, added }: RecordFactProps) {
  const editable = useEditableField<Draft>(subject, {
    ...inlineField(field, (now: Subject) => valuesOf(now, of)),
    of,
    field: 'customFields',
    loggedAs: `${of === 'candidate' ? 'candidate.' : ''}customFields.${field.key}`,
  })
  return <CustomFact field={field} editable={editable} canEdit={canEdit} added={added} />
}

/** The custom fields of the person, or of the application shown, in the groups of their sections. */
export function useCustomFacts(subject: Subject, of: Of, title: string): FactGroup[] {
  const fields = useCustomFields(of)
  const { candidate, application } = subject
  if (of === 'application' && !application) return []
  const canEdit = of === 'candidate' ? candidate.can.edit : application?.can.edit === true
  return customFactGroups(
    fields,
    valuesOf(subject, of),
    { title, canEdit, prefix: of },
    (field, may, added) => <RecordFact subject={subject} of={of} field={field} canEdit={may} added={added} />,
  )
}
