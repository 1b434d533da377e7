import { ActionIcon, Button, Drawer } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconKeyboard, IconPlus, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { usePermission } from '../session/session.ts'
import { LinkButton } from '../ui/link.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import type { ApplicationsSearch, Sort } from './applications-search.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import { activeFilters } from './filters.ts'
import classes from './list-bars.module.css'
import { SortMenu } from './sort-menu.tsx'
import type { useColumns } from './use-columns.ts'
import { ViewMenu } from './view-menu.tsx'
import { ViewTabs } from './view-tabs.tsx'
import type { useViews } from './views.ts'

/** At the right of the top bar. */
export function ListActions() {
  const mayAdd = usePermission('applications:write')
  const mayImport = usePermission('applications:import')
  return (
    <>
      {mayImport && (
        <LinkButton
          to="/imports/new"
          variant="default"
          visibleFrom="sm"
          leftSection={<IconUpload size={16} stroke={1.6} aria-hidden />}
        >
          Import
        </LinkButton>
      )}
      {mayAdd && (
        <LinkButton to="/applications/create" leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}>
          Add<span className={classes.wide}>&nbsp;application</span>
        </LinkButton>
      )}
    </>
  )
}

interface ListTabsProps extends ReturnType<typeof useViews> {
  search: ApplicationsSearch
  look: ReturnType<typeof useColumns>
  onHelp: () => void
}

/** The views, and how the list is shown. */
export function ListTabs({ search, views, current, look, onHelp }: ListTabsProps) {
  return (
    <div className={classes.tabs}>
      <div className={classes.views}>
        <ViewTabs search={search} views={views} />
      </div>
      <ViewMenu search={search} view={current} columns={look.columns.map(({ id }) => id)} />
      <div className={classes.wide}>
        <ColumnsMenu {...look} />
      </div>
      <ActionIcon visibleFrom="sm" onClick={onHelp} aria-label="Keys" title="Keys (?)">
        <IconKeyboard size={18} stroke={1.5} />
      </ActionIcon>
    </div>
  )
}

interface ListFiltersProps {
  search: ApplicationsSearch
  total: { value: number; atLeast: boolean } | undefined
  onSearch: (search: ApplicationsSearch) => void
}

/** Search, filters, and how many rows in which order. On narrow screens the filters are in a sheet. */
export function ListFilters({ search, total, onSearch }: ListFiltersProps) {
  const [sheet, setSheet] = useState(false)
  const filters = <FilterBar search={search} onChange={onSearch} />
  const count = activeFilters(search).length
  return (
    <div className={classes.filters}>
      <SearchInput label="Search the list" value={search.q} onChange={(q) => onSearch({ ...search, q })} />
      <div className={classes.chips}>{filters}</div>
      <Button
        size="xs"
        variant="default"
        hiddenFrom="sm"
        leftSection={<IconAdjustmentsHorizontal size={14} stroke={1.6} aria-hidden />}
        onClick={() => setSheet(true)}
      >
        Filters {count > 0 && count}
      </Button>
      <div className={classes.sort}>
        <SortMenu total={total} sort={search.sort} onSort={(sort: Sort) => onSearch({ ...search, sort })} />
      </div>
      <Drawer opened={sheet} onClose={() => setSheet(false)} position="bottom" size={460} title="Filters">
        <div className={classes.sheet}>
          {filters}
          <Button fullWidth onClick={() => setSheet(false)}>
            Show
          </Button>
        </div>
      </Drawer>
    </div>
  )
}
