import { t } from '@lingui/core/macro'
import { Checkbox, Combobox, Loader, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import type { ListQuery } from '../list-query.ts'
import { type ListFilter, type Option, optionsQuery } from './filter-options.tsx'
import classes from './option-list.module.css'
import { useFacets } from './use-facets.ts'

interface OptionListProps {
  filter: ListFilter
  label: string
  values: readonly string[]
  onToggle: (option: Option) => void
  /** Shows which options are selected; off where choosing one closes the list. */
  ticks?: boolean
  without?: readonly string[]
  /** The query within which the rows of each option are counted. */
  countIn?: ListQuery | undefined
}

/** The options of a filter with a search field, usable by keyboard. */
export function OptionList({
  filter,
  label,
  values,
  onToggle,
  ticks,
  without = [],
  countIn,
}: OptionListProps) {
  const [q, setQ] = useState('')
  // Always open, so that the field has `aria-controls` for the list.
  const combobox = useCombobox({ opened: true })
  const { data, error } = useQuery(optionsQuery(filter, q.trim()))
  const options = data?.filter(({ value }) => !without.includes(value))
  const countOf = useFacets(filter, options?.map(({ value }) => value) ?? [], countIn)
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => {
        const option = options?.find((each) => each.value === value)
        if (option) onToggle(option)
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <input
          role="combobox"
          aria-expanded
          className={classes.search}
          placeholder={label}
          aria-label={label}
          value={q}
          data-autofocus
          onChange={(event) => {
            setQ(event.currentTarget.value)
            combobox.resetSelectedOption()
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.options} aria-label={label}>
        {!data && !error && <Loader size={16} m={8} />}
        {error && <Combobox.Empty>{errorMessage(error)}</Combobox.Empty>}
        {options?.length === 0 && <Combobox.Empty>{t`Nothing found`}</Combobox.Empty>}
        {options?.map((option) => (
          <Combobox.Option key={option.value} value={option.value} active={values.includes(option.value)}>
            <span className={classes.option}>
              {ticks && <Checkbox.Indicator size="xs" checked={values.includes(option.value)} aria-hidden />}
              {option.icon}
              <span className={classes.label}>{option.label}</span>
              {option.hint && <span className={classes.hint}>{option.hint}</span>}
              {countIn && (
                <span className={classes.count} data-none={countOf(option.value)?.isNone || undefined}>
                  {countOf(option.value)?.text}
                </span>
              )}
            </span>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox>
  )
}
