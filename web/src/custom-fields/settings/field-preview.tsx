import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { emptyValue } from '../../applications/fields/empty-value.tsx'
import type { CustomField, Draft } from '../custom-field.ts'
import { fieldTypes } from '../field-types.tsx'
import { showDraft } from '../values.tsx'
import classes from './field-drawer.module.css'

interface FieldPreviewProps {
  field: CustomField
  initial: Draft
}

/** The field as forms and records show it, to be tried out: nothing is saved. */
export function FieldPreview({ field, initial }: FieldPreviewProps) {
  const [tried, setTried] = useState<Draft | undefined>()
  const draft = tried === undefined ? initial : tried
  const { Editor } = fieldTypes[field.type]
  return (
    <section className={classes.preview} aria-label={t`Preview`}>
      <h3 className={classes.caption}>{t`In a form`}</h3>
      <Editor field={field} draft={draft} onChange={setTried} required={field.required.always} />
      <h3 className={classes.caption}>{t`In a record`}</h3>
      <dl className={classes.fact}>
        <dt>{field.label}</dt>
        <dd>{showDraft(draft, field) ?? emptyValue}</dd>
      </dl>
    </section>
  )
}
