import { t } from '@lingui/core/macro'
import type { NamedField } from './application-fields.ts'
import type { CustomField, FieldValues } from './custom-field.ts'
import classes from './custom-fields.module.css'
import { valueText } from './values.tsx'

/** Types whose values say nothing without the name of the field. */
const named: readonly CustomField['type'][] = ['boolean', 'date', 'dateTime', 'number', 'money']

interface CardValuesProps {
  fields: readonly NamedField[]
  card: { customFields: FieldValues; candidate: { customFields: FieldValues } }
}

/** The values of custom fields on a card, in one line. */
export function CardValues({ fields, card }: CardValuesProps) {
  const texts = fields.flatMap(({ field }) => {
    const { key, label, type, subject } = field
    const values = subject === 'candidate' ? card.candidate.customFields : card.customFields
    const text = valueText(values[key], field)
    if (text === null) return []
    const full = t`${label}: ${text}`
    return [{ full, short: named.includes(type) ? full : text }]
  })
  return (
    <span className={classes.onCard} title={texts.map(({ full }) => full).join('\n') || undefined}>
      {texts.map(({ short }) => short).join(' · ')}
    </span>
  )
}
