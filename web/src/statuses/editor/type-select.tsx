import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { type StatusType, statusTypeKeys } from '@muster/contract/status-types.ts'
import { statusTypeExplanations, statusTypeLabels } from '../../texts/contract-labels.ts'
import { StatusIcon } from '../status-icon.tsx'
import classes from './stages-editor.module.css'
import { typeReports } from './type-reports.ts'

interface TypeSelectProps {
  label: string
  value: StatusType
  onChange: (type: StatusType) => void
  disabled?: boolean
}

/** Selects a stage's type; each option explains its meaning and its use in reports. */
export function TypeSelect({ label, value, onChange, disabled }: TypeSelectProps) {
  return (
    <Select
      aria-label={label}
      title={`${t(statusTypeExplanations[value])}. ${t(typeReports[value])}`}
      className={classes.type}
      allowDeselect={false}
      disabled={disabled}
      data={statusTypeKeys.map((type) => ({ value: type, label: t(statusTypeLabels[type]) }))}
      value={value}
      onChange={(type) => type && type !== value && onChange(type as StatusType)}
      comboboxProps={{ width: 340, position: 'bottom-end' }}
      maxDropdownHeight={480}
      renderOption={({ option }) => {
        const type = option.value as StatusType
        return (
          <span className={classes.typeOption}>
            <StatusIcon type={type} />
            <span>
              {t(statusTypeLabels[type])}
              <span className={classes.explanation}>{t(statusTypeExplanations[type])}</span>
              <span className={classes.explanation}>{t(typeReports[type])}</span>
            </span>
          </span>
        )
      }}
    />
  )
}
