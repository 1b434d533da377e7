import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Popover, Select } from '@mantine/core'
import { useState } from 'react'
import { Chip } from '../ui/chip.tsx'
import type { CustomField, Draft } from './custom-field.ts'
import classes from './custom-fields.module.css'
import {
  type FieldFilter,
  filterText,
  filterToValue,
  isPresence,
  operatorsOf,
  takesSeveral,
  valueToFilter,
} from './field-filters.ts'
import { fieldTypes } from './field-types.tsx'
import { operatorLabels } from './operators.ts'
import { fromDraft, toDraft } from './values.tsx'

/** The field as the editor of a filter shows it: without help, limits and requirements. */
function asked(field: CustomField, several: boolean): CustomField {
  return {
    ...field,
    label: t`Value`,
    help: null,
    validation: {},
    type: several ? 'choices' : field.type,
  }
}

interface FilterFormProps {
  name: string
  field: CustomField
  filter: FieldFilter | undefined
  onApply: (filter: FieldFilter) => void
}

function FilterForm({ name, field, filter, onApply }: FilterFormProps) {
  const operators = operatorsOf(field)
  const [operator, setOperator] = useState(filter?.operator ?? operators[0] ?? 'filled')
  const several = takesSeveral(operator)
  const view = asked(field, several)
  const [draft, setDraft] = useState<Draft>(() =>
    filter && !isPresence(filter.operator) ? toDraft(filterToValue(filter, field), view) : null,
  )
  const { Editor } = fieldTypes[view.type]
  const value = valueToFilter(fromDraft(draft, view))
  const complete = isPresence(operator) || value !== ''
  return (
    <form
      className={classes.filter}
      onSubmit={(event) => {
        event.preventDefault()
        if (complete) onApply({ name, operator, value: isPresence(operator) ? '' : value })
      }}
    >
      <Select
        aria-label={t`Condition`}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={operators.map((each) => ({ value: each, label: t(operatorLabels[each]) }))}
        value={operator}
        onChange={(next) => {
          if (!next) return
          const chosen = next as typeof operator
          // One value cannot become several, nor the other way round.
          if (takesSeveral(chosen) !== several) setDraft(null)
          setOperator(chosen)
        }}
      />
      {!isPresence(operator) && (
        <Editor key={String(several)} field={view} draft={draft} onChange={setDraft} autoFocus inPopover />
      )}
      <Button type="submit" size="xs" disabled={!complete}>
        <Trans>Apply</Trans>
      </Button>
    </form>
  )
}

interface FieldFilterChipProps {
  /** The name in the filter: the key, with `candidate.` before it among applications. */
  name: string
  field: CustomField | undefined
  /** Undefined while it is being added. */
  filter: FieldFilter | undefined
  opened: boolean
  onOpen: (opened: boolean) => void
  onApply: (filter: FieldFilter) => void
  onRemove: () => void
}

/** A filter by a custom field. Clicking it opens its condition and value; the cross removes it. */
export function FieldFilterChip(props: FieldFilterChipProps) {
  const { name, field, filter, opened, onOpen, onApply, onRemove } = props
  // It was retired, or is hidden from this user.
  if (!field) return <Chip label={name} value={t`unknown`} onRemove={onRemove} />
  const { label } = field
  return (
    <Popover opened={opened} onChange={onOpen} position="bottom-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Chip
          label={label}
          value={filter ? filterText(filter, field) : t`any`}
          onRemove={onRemove}
          onClick={() => onOpen(!opened)}
          aria-expanded={opened}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <FilterForm name={name} field={field} filter={filter} onApply={onApply} />
      </Popover.Dropdown>
    </Popover>
  )
}
