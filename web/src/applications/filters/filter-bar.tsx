import { useLingui } from '@lingui/react/macro'
import { Combobox, useCombobox } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useFilterFields } from '../../custom-fields/application-fields.ts'
import { FieldFilterChip } from '../../custom-fields/field-filter-chip.tsx'
import { useCurrentUser } from '../../session/session.ts'
import { Chip } from '../../ui/chip.tsx'
import type { ApplicationsSearch } from './applications-search.ts'
import { FieldOptions } from './field-options.tsx'
import classes from './filter-bar.module.css'
import { FilterChip } from './filter-chip.tsx'
import { activeFilters, filters, isForRole, withoutFilter } from './filters.ts'
import { useFieldFilters } from './use-field-filters.ts'

interface FilterBarProps {
  search: ApplicationsSearch
  onChange: (search: ApplicationsSearch) => void
}

/** The active filters as chips that can be changed and removed, and a menu that adds more. */
export function FilterBar({ search, onChange }: FilterBarProps) {
  const { t } = useLingui()
  const { permissions, role } = useCurrentUser()
  const [opened, setOpened] = useState<string | null>(null)
  const [q, setQ] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => setQ(''),
  })
  const active = activeFilters(search)
  // A filter that was just added has no value yet.
  const added = filters.find(
    ({ names }) => names[0] === opened && !active.some((each) => each.names[0] === opened),
  )
  const offered = filters.filter(
    (filter) =>
      !active.includes(filter) &&
      isForRole(filter, role) &&
      (!filter.permission || permissions.includes(filter.permission)),
  )

  const matches = (label: string) => label.toLowerCase().includes(q.trim().toLowerCase())
  const found = offered.filter(({ label }) => matches(t(label)))
  const fields = useFilterFields()
  const foundFields = fields.filter(({ field }) => matches(field.label))
  const fieldFilters = useFieldFilters(search, fields, onChange, opened)

  // Enter takes the first match.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the matches change
  useEffect(() => {
    if (q) combobox.selectFirstOption()
  }, [q])

  return (
    <section className={classes.bar} aria-label={t`Filters`}>
      {(added ? [...active, added] : active).map((filter) => (
        <FilterChip
          key={filter.names[0]}
          filter={filter}
          search={search}
          opened={opened === filter.names[0]}
          onOpen={(open) => setOpened(open ? (filter.names[0] ?? null) : null)}
          onChange={(changes) => onChange({ ...search, ...changes })}
          onRemove={() => {
            setOpened(null)
            onChange(withoutFilter(search, filter))
          }}
        />
      ))}
      {fieldFilters.map(({ key, apply, remove, ...filter }) => (
        <FieldFilterChip
          key={key}
          {...filter}
          opened={opened === key}
          onOpen={(open) => setOpened(open ? key : null)}
          onApply={(next) => {
            setOpened(null)
            apply(next)
          }}
          onRemove={() => {
            setOpened(null)
            remove()
          }}
        />
      ))}
      <Combobox
        store={combobox}
        width={220}
        position="bottom-start"
        onOptionSubmit={(name) => {
          combobox.closeDropdown()
          setOpened(name)
        }}
      >
        <Combobox.Target targetType="button" withAriaAttributes={false}>
          <Chip
            label={t`Filter`}
            dashed
            aria-haspopup="listbox"
            aria-expanded={combobox.dropdownOpened}
            onClick={() => combobox.toggleDropdown()}
          >
            <IconPlus size={14} stroke={1.6} aria-hidden />
          </Chip>
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Search
            value={q}
            placeholder={t`Search filters`}
            aria-label={t`Search filters`}
            // Its list scrolls and takes no focus: only as that of a combobox is it reached by the arrow keys.
            role="combobox"
            aria-expanded={combobox.dropdownOpened}
            onChange={(event) => {
              setQ(event.currentTarget.value)
              combobox.updateSelectedOptionIndex()
            }}
          />
          <Combobox.Options className={classes.menu} aria-label={t`Filters`}>
            {found.map(({ names, label }) => (
              <Combobox.Option key={names[0]} value={names[0] ?? ''}>
                {t(label)}
              </Combobox.Option>
            ))}
            <FieldOptions fields={foundFields} />
            {found.length + foundFields.length === 0 && <Combobox.Empty>{t`Nothing found`}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </section>
  )
}
