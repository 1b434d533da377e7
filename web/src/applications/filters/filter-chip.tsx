import { plural, t } from '@lingui/core/macro'
import { Popover } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Chip } from '../../ui/chip.tsx'
import type { ApplicationsSearch } from './applications-search.ts'
import { ChoiceList } from './choice-list.tsx'
import { valueLabelQuery } from './filter-options.tsx'
import { dayChoices, daysLabel, type Filter } from './filters.ts'
import { OptionList } from './option-list.tsx'
import { toListQuery } from './to-list-query.ts'

interface FilterChipProps {
  filter: Filter
  search: ApplicationsSearch
  onChange: (changes: ApplicationsSearch) => void
  onRemove: () => void
  opened: boolean
  onOpen: (opened: boolean) => void
}

/** Loaded with the names of measures and groups, which few lists show. */
function countedLabelQuery(search: ApplicationsSearch) {
  const counted = Object.entries(search).filter(([name]) => name.startsWith('counted'))
  return queryOptions({
    queryKey: ['countedLabel', ...counted.flat(2)],
    queryFn: async () => (await import('./counted-label.ts')).countedLabel(search),
    staleTime: 60_000,
  })
}

function useValueLabel(filter: Filter, search: ApplicationsSearch): string {
  const hasValues = filter.kind === 'list' || filter.kind === 'row'
  const values = hasValues ? filter.names.flatMap((name) => search[name] ?? []) : []
  const single = useQuery({
    ...valueLabelQuery(hasValues ? filter.name : 'statusType', values[0] ?? ''),
    enabled: values.length === 1,
  })
  const counted = useQuery({ ...countedLabelQuery(search), enabled: filter.kind === 'counted' })
  switch (filter.kind) {
    case 'counted':
      return counted.data ?? t`in a report`
    case 'list':
    case 'row':
      return values.length === 0
        ? t`any`
        : values.length > 1
          ? plural(values.length, { one: '# selected', other: '# selected' })
          : (single.data ?? t`1 selected`)
    case 'days':
      return daysLabel(search, filter)
    case 'choice': {
      const chosen = filter.choices[search[filter.name] ?? '']
      return chosen ? t(chosen) : ''
    }
    case 'fixed':
      return typeof filter.value === 'function' ? filter.value(search) : t(filter.value)
  }
}

function Choices({ filter, search, onChange }: FilterChipProps) {
  switch (filter.kind) {
    case 'list': {
      const values: readonly string[] = search[filter.name] ?? []
      return (
        <OptionList
          filter={filter.name}
          label={t(filter.label)}
          countIn={toListQuery({ ...search, [filter.name]: undefined })}
          values={values}
          ticks
          onToggle={({ value }) => {
            const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
            onChange({ [filter.name]: next.length > 0 ? next : undefined })
          }}
        />
      )
    }
    case 'days':
    case 'choice': {
      const cleared = Object.fromEntries(filter.names.map((name) => [name, undefined]))
      return (
        <ChoiceList
          label={t(filter.label)}
          choices={filter.kind === 'days' ? dayChoices(filter) : filter.choices}
          value={search[filter.name]}
          onChoose={(value) => onChange({ ...cleared, [filter.name]: value })}
        />
      )
    }
    case 'row':
    case 'counted':
    case 'fixed':
      return null
  }
}

/** An active filter. Clicking it opens its options; the cross removes it. */
export function FilterChip(props: FilterChipProps) {
  const { filter, search, onRemove, opened, onOpen } = props
  const value = useValueLabel(filter, search)
  const label = t(filter.label)
  if (filter.kind === 'fixed' || filter.kind === 'row' || filter.kind === 'counted')
    return <Chip label={label} value={value} title={value} onRemove={onRemove} />
  return (
    <Popover opened={opened} onChange={onOpen} position="bottom-start" width={260} trapFocus returnFocus>
      <Popover.Target>
        <Chip
          label={label}
          value={value}
          onRemove={onRemove}
          onClick={() => onOpen(!opened)}
          aria-expanded={opened}
        />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        <Choices {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}
