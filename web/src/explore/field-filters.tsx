import { useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { keyOfAdded, useFieldFilters } from '../applications/filters/use-field-filters.ts'
import { useFilterFields } from '../custom-fields/application-fields.ts'
import { FieldFilterChip } from '../custom-fields/field-filter-chip.tsx'
import { Chip } from '../ui/chip.tsx'
import type { ExploreSearch } from './explore-search.ts'

interface FieldFiltersProps {
  search: ExploreSearch
  onChange: (changes: ExploreSearch) => void
}

/** The filters by custom fields, and a menu that adds one. */
export function FieldFilters({ search, onChange }: FieldFiltersProps) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<string | null>(null)
  const fields = useFilterFields()
  const change = ({ field }: ExploreSearch) => {
    setOpened(null)
    onChange({ field })
  }
  const filters = useFieldFilters(search, fields, change, opened)
  return (
    <>
      {filters.map(({ key, apply, remove, ...filter }) => (
        <FieldFilterChip
          key={key}
          {...filter}
          opened={opened === key}
          onOpen={(open) => setOpened(open ? key : null)}
          onApply={apply}
          onRemove={() => {
            setOpened(null)
            remove()
          }}
        />
      ))}
      {fields.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Chip label={t`Field`} dashed>
              <IconPlus size={14} stroke={1.6} aria-hidden />
            </Chip>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {fields.map(({ name, field }) => (
              <Menu.Item key={name} onClick={() => setOpened(keyOfAdded(name))}>
                {field.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
