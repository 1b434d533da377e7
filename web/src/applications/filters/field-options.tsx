import { t } from '@lingui/core/macro'
import { Combobox } from '@mantine/core'
import type { NamedField } from '../../custom-fields/application-fields.ts'
import { keyOfAdded } from './use-field-filters.ts'

/** The custom fields among the filters that can be added, by what has them. */
export function FieldOptions({ fields }: { fields: readonly NamedField[] }) {
  const groups = [
    { title: t`Application fields`, subject: 'application' },
    { title: t`Candidate fields`, subject: 'candidate' },
    { title: t`Position fields`, subject: 'position' },
    { title: t`Company fields`, subject: 'company' },
  ]
  return groups.map(({ title, subject }) => {
    const some = fields.filter(({ field }) => field.subject === subject)
    if (some.length === 0) return null
    return (
      <Combobox.Group key={title} label={title}>
        {some.map(({ name, field }) => (
          <Combobox.Option key={name} value={keyOfAdded(name)}>
            {field.label}
          </Combobox.Option>
        ))}
      </Combobox.Group>
    )
  })
}
