import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type CustomField, type Draft, type Drafts, type FieldSubject, isEmptyDraft } from './custom-field.ts'
import classes from './custom-fields.module.css'
import { useCustomFields } from './custom-fields-query.ts'
import { fieldTypes } from './field-types.tsx'
import { defaultDrafts } from './form-values.ts'

interface FieldEditorProps {
  field: CustomField
  drafts: Drafts
  onChange: (key: string, draft: Draft) => void
  error?: ReactNode
  required?: boolean
  autoFocus?: boolean
}

/** The editor of a field within a form. */
function FieldEditor({ field, drafts, onChange, error, required, autoFocus }: FieldEditorProps) {
  const { Editor, typed } = fieldTypes[field.type]
  return (
    <div className={typed?.multiline ? classes.whole : undefined}>
      <Editor
        field={field}
        draft={drafts[field.key] ?? null}
        onChange={(draft) => onChange(field.key, draft)}
        error={error}
        required={required}
        autoFocus={autoFocus}
      />
    </div>
  )
}

interface FormFieldsProps {
  subject: FieldSubject
  drafts: Drafts
  onChange: (drafts: Drafts) => void
  /** By path: `customFields.licenseClass`. */
  errors: Readonly<Record<string, ReactNode>>
  /** The path before the keys, if the fields are those of a part of the request. */
  path?: string
  /** Fields that are required here, beside those that always are. */
  requires?: (field: CustomField) => boolean
}

/**
 * The custom fields of a form. Required ones, those with a default and those with an error are shown; the
 * others are one click away, so that a form stays as short as it was.
 */
export function FormFields({
  subject,
  drafts: own,
  onChange,
  errors,
  path = 'customFields',
  requires = () => false,
}: FormFieldsProps) {
  const [all, setAll] = useState(false)
  const fields = useCustomFields(subject)
  const drafts = { ...defaultDrafts(fields), ...own }
  const editable = fields.filter(({ canEdit }) => canEdit)
  const isRequired = (field: CustomField) => field.required.always || requires(field)
  const errorOf = ({ key }: CustomField) => errors[`${path}.${key}`]
  const shown = editable.filter(
    (field) => all || isRequired(field) || !isEmptyDraft(drafts[field.key]) || errorOf(field),
  )
  if (editable.length === 0) return null
  return (
    <>
      {shown.length > 0 && (
        <div className={classes.pair}>
          {shown.map((field) => (
            <FieldEditor
              key={field.id}
              field={field}
              drafts={drafts}
              error={errorOf(field)}
              required={isRequired(field)}
              onChange={(key, draft) => onChange({ ...own, [key]: draft })}
            />
          ))}
        </div>
      )}
      {shown.length < editable.length && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          className={classes.more}
          leftSection={<IconPlus size={14} stroke={1.6} aria-hidden />}
          onClick={() => setAll(true)}
        >
          <Trans>More details</Trans>
        </Button>
      )}
    </>
  )
}
