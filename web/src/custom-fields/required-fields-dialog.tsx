import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../api/api-error.ts'
import { formatList } from '../ui/format.ts'
import { useOpened } from '../ui/use-opened.ts'
import { type CustomField, type Draft, isEmptyDraft } from './custom-field.ts'
import classes from './custom-fields.module.css'
import { useCustomFields } from './custom-fields-query.ts'
import { fieldTypes } from './field-types.tsx'
import { type Filling, type FillingRequest, type Missing, type MissingField, missingOf } from './filling.ts'
import { fromDraft, toDraft } from './values.tsx'

interface RequiredFieldsDialogProps extends FillingRequest {
  missing: Missing
  /** Sends the request with the values. */
  onSubmit: (filling: Filling) => Promise<void>
  onCancel: () => void
  /** Receives an error that is not one of the values. */
  onFailed: (error: unknown) => void
}

/** The path of a field's value in the request. */
function pathOf({ subject, key }: MissingField): string {
  return subject === 'candidate' ? `candidate.customFields.${key}` : `customFields.${key}`
}

/** Returns the definitions of the missing fields, in their order, those of the candidate first. */
function useMissingFields(missing: Missing): CustomField[] {
  const all = [...useCustomFields('candidate'), ...useCustomFields('application'), ...useCustomFields('call')]
  const nameOf = ({ subject, key }: MissingField) => `${subject}.${key}`
  const wanted = new Set(missing.flatMap(({ fields }) => fields.map(nameOf)))
  return all.filter((field) => wanted.has(nameOf(field)))
}

function toFilling(fields: readonly CustomField[], draftOf: (field: CustomField) => Draft): Filling {
  const valuesOf = (some: readonly CustomField[]) =>
    Object.fromEntries(some.map((field) => [field.key, fromDraft(draftOf(field), field)]))
  const ofCandidates = fields.filter(({ subject }) => subject === 'candidate')
  return {
    customFields: valuesOf(fields.filter((field) => !ofCandidates.includes(field))),
    ...(ofCandidates.length > 0 && { candidate: { customFields: valuesOf(ofCandidates) } }),
  }
}

/** Asks for the fields that a change of status requires, in place. */
export function RequiredFieldsDialog(props: RequiredFieldsDialogProps) {
  const { subject, of, action, onSubmit, onCancel, onFailed } = props
  const [missing, setMissing] = useState(props.missing)
  const [drafts, setDrafts] = useState<Record<string, Draft>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const fields = useMissingFields(missing)
  const editable = fields.filter(({ canEdit }) => canEdit)
  const locked = formatList(fields.filter(({ canEdit }) => !canEdit).map(({ label }) => label))
  const draftOf = (field: CustomField) => drafts[pathOf(field)] ?? toDraft(field.defaultValue, field)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const empty = editable.filter((field) => isEmptyDraft(draftOf(field)))
    setErrors(Object.fromEntries(empty.map((field) => [pathOf(field), t`Enter a value`])))
    if (empty.length > 0) return
    setSaving(true)
    try {
      await onSubmit(toFilling(editable, draftOf))
    } catch (error) {
      const refused = fieldErrors(error)
      const stillMissing = missingOf(error)
      if (stillMissing) setMissing(stillMissing)
      else if (fields.some((field) => refused[pathOf(field)])) setErrors(refused)
      else onFailed(error)
    }
    setSaving(false)
  }

  const lacking = missing.length
  return (
    <Modal opened={useOpened(true)} onClose={onCancel} title={t`Required for ${subject}`} size="sm">
      <form className={classes.part} noValidate onSubmit={(event) => void submit(event)}>
        {of > 1 && (
          <p className={classes.note}>
            {plural(lacking, {
              one: '# application lacks a value. It gets the one you enter, the others keep theirs.',
              other: '# applications lack values. They get those you enter, existing values stay.',
            })}
          </p>
        )}
        {editable.map((field, index) => {
          const { Editor } = fieldTypes[field.type]
          return (
            <Editor
              key={field.id}
              field={field}
              draft={draftOf(field)}
              required
              autoFocus={index === 0}
              error={errors[pathOf(field)]}
              onChange={(draft) => setDrafts((now) => ({ ...now, [pathOf(field)]: draft }))}
            />
          )
        })}
        {locked && (
          <p className={classes.note}>
            <Trans>Your role cannot fill in: {locked}. Ask someone who can edit it.</Trans>
          </p>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={locked !== ''} loading={saving}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
