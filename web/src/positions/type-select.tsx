import { Select } from '@mantine/core'
import { type StatusType, statusTypeKeys, statusTypes } from '@muster/contract/status-types.ts'
import { StatusIcon } from '../statuses/status-icon.tsx'
import classes from './statuses-editor.module.css'

interface TypeSelectProps {
  label: string
  value: StatusType
  onChange: (type: StatusType) => void
  disabled?: boolean
}

/** A status's type, each with what it means: reports count by it. */
export function TypeSelect({ label, value, onChange, disabled }: TypeSelectProps) {
  return (
    <Select
      aria-label={label}
      title={statusTypes[value].explanation}
      className={classes.type}
      allowDeselect={false}
      disabled={disabled}
      data={statusTypeKeys.map((type) => ({ value: type, label: statusTypes[type].label }))}
      value={value}
      onChange={(type) => type && onChange(type as StatusType)}
      comboboxProps={{ width: 300, position: 'bottom-start' }}
      maxDropdownHeight={420}
      renderOption={({ option }) => {
        const type = option.value as StatusType
        return (
          <span className={classes.typeOption}>
            <StatusIcon type={type} />
            <span>
              {statusTypes[type].label}
              <span className={classes.explanation}>{statusTypes[type].explanation}</span>
            </span>
          </span>
        )
      }}
    />
  )
}
