import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Drawer } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconDownload,
  IconKeyboard,
  IconPlus,
  IconUpload,
} from '@tabler/icons-react'
import { useState } from 'react'
import { usePermission } from '../../session/session.ts'
import { Chip } from '../../ui/chip.tsx'
import { formatTotal } from '../../ui/format.ts'
import { LinkButton } from '../../ui/link.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { ColumnsMenu } from '../columns/columns-menu.tsx'
import type { useColumns } from '../columns/use-columns.ts'
import type { ApplicationsSearch, Sort } from '../filters/applications-search.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import { activeFilters } from '../filters/filters.ts'
import type { ListQuery } from '../list-query.ts'
import { ViewMenu } from '../views/view-menu.tsx'
import { ViewTabs } from '../views/view-tabs.tsx'
import type { useViews } from '../views/views.ts'
import { ExportMenu } from './export-menu.tsx'
import classes from './list-bars.module.css'
import { SortMenu } from './sort-menu.tsx'
import type { UnusableSort } from './use-usable-sort.ts'

/** The actions at the right of the top bar. */
export function ListActions() {
  const { t } = useLingui()
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
          <Trans>Import</Trans>
        </LinkButton>
      )}
      {mayAdd && (
        <LinkButton to="/applications/create" leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}>
          <span className={classes.wide}>{t`Add application`}</span>
          <span className={classes.narrow}>{t`Add`}</span>
        </LinkButton>
      )}
    </>
  )
}

interface ListTabsProps extends ReturnType<typeof useViews> {
  search: ApplicationsSearch
  query: ListQuery
  total: { value: number; atLeast: boolean } | undefined
  columnSettings: ReturnType<typeof useColumns>
  onHelp: () => void
}

/** The tabs of the views, and the settings of the list. */
export function ListTabs({
  search,
  query,
  total,
  views,
  current,
  isPending,
  columnSettings,
  onHelp,
}: ListTabsProps) {
  const { t } = useLingui()
  const mayExport = usePermission('applications:export')
  const exportButton = (
    <ActionIcon visibleFrom="sm" disabled={!total} aria-label={t`Export`} title={t`Export`}>
      <IconDownload size={16} stroke={1.6} />
    </ActionIcon>
  )
  return (
    <div className={classes.tabs}>
      <div className={classes.views}>
        <ViewTabs search={search} views={views} isPending={isPending} />
      </div>
      <ViewMenu search={search} views={views} view={current} columnSettings={columnSettings} />
      <div className={classes.wide}>
        <ColumnsMenu columnSettings={columnSettings} />
      </div>
      {mayExport && !total && exportButton}
      {mayExport && total && (
        <ExportMenu
          query={query}
          columns={columnSettings.columns.map(({ id }) => id)}
          label={
            total.atLeast
              ? t`Export all ${formatTotal(total)} applications`
              : plural(total.value, { one: 'Export # application', other: 'Export all # applications' })
          }
        >
          {exportButton}
        </ExportMenu>
      )}
      <ActionIcon
        visibleFrom="sm"
        onClick={onHelp}
        aria-label={t`Keyboard shortcuts`}
        title={t`Keyboard shortcuts (?)`}
      >
        <IconKeyboard size={16} stroke={1.6} />
      </ActionIcon>
    </div>
  )
}

interface ListFiltersProps {
  search: ApplicationsSearch
  /** The sort in use. */
  sort: Sort | undefined
  /** The sort of the address that cannot be used. */
  unusableSort: UnusableSort | null
  total: { value: number; atLeast: boolean } | undefined
  onSearch: (search: ApplicationsSearch) => void
}

/** Search, filters, total and sort. On narrow screens the filters are in a sheet. */
export function ListFilters({ search, sort, unusableSort, total, onSearch }: ListFiltersProps) {
  const [sheet, setSheet] = useState(false)
  const { t } = useLingui()
  const filters = (
    <>
      <FilterBar search={search} onChange={onSearch} />
      {unusableSort && (
        <Chip
          label={t`Sort: ${unusableSort.label}`}
          value={unusableSort.isPreparing ? t`being prepared` : t`unknown`}
          onRemove={() => onSearch({ ...search, sort: undefined })}
        />
      )}
    </>
  )
  const count = activeFilters(search).length + (search.field?.length ?? 0)
  return (
    <div className={classes.filters}>
      <SearchInput
        label={t`Search applications`}
        value={search.q}
        onChange={(q) => onSearch({ ...search, q })}
      />
      <div className={classes.chips}>{filters}</div>
      <Button
        size="xs"
        variant="default"
        hiddenFrom="sm"
        leftSection={<IconAdjustmentsHorizontal size={14} stroke={1.6} aria-hidden />}
        onClick={() => setSheet(true)}
      >
        {count > 0 ? t`Filters ${count}` : t`Filters`}
      </Button>
      <div className={classes.sort} data-waiting={!total || undefined}>
        <SortMenu total={total} sort={sort} onSort={(next: Sort) => onSearch({ ...search, sort: next })} />
      </div>
      <Drawer opened={sheet} onClose={() => setSheet(false)} position="bottom" size={460} title={t`Filters`}>
        <div className={classes.sheet}>
          {filters}
          <Button fullWidth onClick={() => setSheet(false)}>
            {total
              ? plural(total.value, { one: 'Show # application', other: 'Show # applications' })
              : t`Show`}
          </Button>
        </div>
      </Drawer>
    </div>
  )
}
