import { t } from '@lingui/core/macro'
import { EditableText } from '../applications/fields/editable-text.tsx'
import { emptyValue } from '../applications/fields/empty-value.tsx'
import type { Fact, FactGroup } from '../applications/fields/fact-list.tsx'
import { FieldNotice } from '../applications/fields/field-notice.tsx'
import classes from '../applications/fields/fields.module.css'
import type { InlineEdit } from '../applications/fields/use-inline-edit.ts'
import type { CustomField, Draft, FieldValues } from './custom-field.ts'
import { fieldTypes } from './field-types.tsx'
import { fromDraft, sameValue, showDraft, showValue, toDraft, valueText } from './values.tsx'

/** How a custom field is read from its subject, sent and reported: for `useInlineEdit`. */
export function inlineField<Subject>(field: CustomField, valuesOf: (subject: Subject) => FieldValues) {
  const { key, label } = field
  return {
    label,
    read: (subject: Subject): Draft => toDraft(valuesOf(subject)[key], field),
    send: (draft: Draft) => ({ [key]: fromDraft(draft, field) }),
    same: (a: Draft, b: Draft) => sameValue(a, b, field),
    done: (draft: Draft) => {
      const value = fromDraft(draft, field)
      if (value === null) return t`${label} removed`
      const text = valueText(value, field)
      return text ? t`${label}: ${text}` : t`${label} changed`
    },
  }
}

interface CustomFactProps {
  field: CustomField
  editable: InlineEdit<Draft>
  canEdit: boolean
  /** It was empty and is shown to be filled in. */
  added: boolean
}

/** The value of a custom field, edited in place: typed ones by a pencil, chosen ones at once. */
export function CustomFact({ field, editable, canEdit, added }: CustomFactProps) {
  const { typed, Editor } = fieldTypes[field.type]
  const show = (draft: Draft) => showDraft(draft, field)
  if (typed)
    return (
      <EditableText
        editable={editable as InlineEdit<string | null>}
        canEdit={canEdit}
        type={typed.type as 'text' | undefined}
        multiline={typed.multiline ?? false}
        maxLength={field.validation.maxLength ?? typed.maxLength}
        startsEditing={added}
      >
        {show}
      </EditableText>
    )
  if (!canEdit) return show(editable.value) ?? emptyValue
  return (
    <div className={classes.stack}>
      <Editor
        field={field}
        draft={editable.value}
        quiet
        autoFocus={added}
        onChange={(draft) => editable.save(draft)}
      />
      <FieldNotice editable={editable} show={show} />
    </div>
  )
}

/**
 * Returns the facts of the custom fields, in the groups of their sections. Fields without a section belong to
 * the group with the title given.
 */
export function customFactGroups(
  fields: readonly CustomField[],
  values: FieldValues,
  { title, canEdit, prefix }: { title: string; canEdit: boolean; prefix: string },
  render: (field: CustomField, canEdit: boolean, added: boolean) => ReturnType<Fact['render']>,
): FactGroup[] {
  const groups = Map.groupBy(fields, ({ section }) => section ?? title)
  return [...groups].map(([name, some]) => ({
    title: name,
    facts: some.map((field) => ({
      key: `${prefix}.${field.key}`,
      label: field.label,
      isEmpty: showValue(values[field.key], field) === null,
      canEdit: canEdit && field.canEdit,
      render: (added) => render(field, canEdit && field.canEdit, added),
    })),
  }))
}

/** Joins groups with the same title, in the order of the first of each. */
export function joinGroups(groups: readonly FactGroup[]): FactGroup[] {
  return [...Map.groupBy(groups, ({ title }) => title)].map(([title, same]) => ({
    title,
    facts: same.flatMap(({ facts }) => facts),
  }))
}
