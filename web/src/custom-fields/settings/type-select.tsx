import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldType } from '../custom-field.ts'
import { fieldTypes } from '../field-types.tsx'
import classes from './field-drawer.module.css'

interface TypeSelectProps {
  value: FieldType
  onChange: (type: FieldType) => void
  disabled?: boolean
  /** Types that are not offered. */
  without?: readonly FieldType[]
  error?: ReactNode
}

/** Chooses a type, each with its icon and what it is for. */
export function TypeSelect({ value, onChange, disabled, without = [], error }: TypeSelectProps) {
  const TypeIcon = fieldTypes[value].icon
  return (
    <Select
      label={t`Type`}
      allowDeselect={false}
      disabled={disabled ?? false}
      error={error}
      maxDropdownHeight={360}
      leftSection={<TypeIcon size={16} stroke={1.6} aria-hidden />}
      data={(Object.keys(fieldTypes) as FieldType[])
        .filter((type) => !without.includes(type))
        .map((type) => ({ value: type, label: t(fieldTypes[type].label) }))}
      renderOption={({ option }) => {
        const { icon: OptionIcon, label, hint } = fieldTypes[option.value as FieldType]
        return (
          <span className={classes.typeOption}>
            <OptionIcon size={16} stroke={1.6} aria-hidden />
            {t(label)}
            <span className={classes.hint}>{t(hint)}</span>
          </span>
        )
      }}
      value={value}
      onChange={(type) => type && onChange(type as FieldType)}
    />
  )
}
