import { t } from '@lingui/core/macro'
import { Popover, TagsInput } from '@mantine/core'
import { listApplicationFacets } from '@muster/contract/application-counts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointQuery } from '../api/query.ts'
import { Chip } from '../ui/chip.tsx'
import { formatNumber } from '../ui/format.ts'

interface TagFilterProps {
  value: string[] | undefined
  onChange: (tags: string[] | undefined) => void
}

/** Filters a list by any of several tags. */
export function TagFilter({ value = [], onChange }: TagFilterProps) {
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({ ...endpointQuery(listApplicationFacets), enabled: opened })
  const set = value.length > 0
  const change = (tags: string[]) => onChange(tags.length > 0 ? tags : undefined)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={260} trapFocus returnFocus>
      <Popover.Target>
        <Chip
          label={t`Tag`}
          dashed={!set}
          value={value.length > 1 ? t`${formatNumber(value.length)} selected` : value[0]}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
          onRemove={set ? () => change([]) : undefined}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Tags`}>
        <TagsInput
          label={t`Any of these tags`}
          placeholder={set ? undefined : t`Type a tag and press Enter`}
          data={data?.tags ?? []}
          value={value}
          onChange={change}
          comboboxProps={{ withinPortal: false }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
