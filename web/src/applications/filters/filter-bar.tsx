import { useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useCurrentUser } from '../../session/session.ts'
import { Chip } from '../../ui/chip.tsx'
import type { ApplicationsSearch } from './applications-search.ts'
import classes from './filter-bar.module.css'
import { FilterChip } from './filter-chip.tsx'
import { activeFilters, filters, isForRole, withoutFilter } from './filters.ts'

interface FilterBarProps {
  search: ApplicationsSearch
  onChange: (search: ApplicationsSearch) => void
}

/** The active filters as chips that can be changed and removed, and a menu that adds more. */
export function FilterBar({ search, onChange }: FilterBarProps) {
  const { t } = useLingui()
  const { permissions, role } = useCurrentUser()
  const [opened, setOpened] = useState<string | null>(null)
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
      <Menu position="bottom-start" width={200} closeOnItemClick returnFocus={false}>
        <Menu.Target>
          <Chip label={t`Filter`} dashed>
            <IconPlus size={14} stroke={1.6} aria-hidden />
          </Chip>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {offered.map((filter) => (
            <Menu.Item key={filter.names[0]} onClick={() => setOpened(filter.names[0] ?? null)}>
              {t(filter.label)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </section>
  )
}
