import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { usePagesOf } from '../../api/pages.ts'
import { Page } from '../../layout/page.tsx'
import { modKey } from '../../ui/kbd.tsx'
import type { KeyHelp } from '../../ui/key-help-dialog.tsx'
import { useColumns } from '../columns/use-columns.ts'
import { type ApplicationsSearch, readSort } from '../filters/applications-search.ts'
import { toListQuery } from '../filters/to-list-query.ts'
import { useFollowChanges } from '../follow-changes.ts'
import { applicationListQuery } from '../list-query.ts'
import type { ApplicationRow } from '../queries.ts'
import { useMarkSeen, useViews } from '../views/views.ts'
import classes from './applications-page.module.css'
import { ListActions, ListFilters, ListTabs } from './list-bars.tsx'
import { TriageList } from './triage-list.tsx'
import { useUsableSort } from './use-usable-sort.ts'

const KeyHelpDialog = lazy(() =>
  import('../../ui/key-help-dialog.tsx').then((module) => ({ default: module.KeyHelpDialog })),
)

const route = getRouteApi('/applications')

/** Returns the keyboard help of the list. It is a function since texts are not loaded while modules load. */
function keyHelp(): KeyHelp[] {
  return [
    { keys: ['j', '↓'], text: t`Next application` },
    { keys: ['k', '↑'], text: t`Previous application` },
    { keys: ['Enter'], text: t`Open application` },
    { keys: ['o', 'Space'], text: t`Open or close the drawer` },
    { keys: ['s'], text: t`Move to another status` },
    { keys: ['l', '1–9'], text: t`Log a call and its outcome` },
    { keys: ['c'], text: t`Comment` },
    { keys: ['e'], text: t`Close application` },
    { keys: ['x'], text: t`Select, or select a range with Shift` },
    { keys: ['Shift', 'j'], text: t`Extend selection down` },
    { keys: ['/'], text: t`Search applications` },
    { keys: ['Esc'], text: t`Close the drawer or clear the selection` },
    { keys: [modKey, 'K'], text: t`Search and commands` },
    { keys: ['?'], text: t`Show keyboard shortcuts` },
  ]
}

export function ApplicationsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { sort, unusable } = useUsableSort(search.sort)
  const query = toListQuery({ ...search, sort })
  const pages = usePagesOf<ApplicationRow>(useInfiniteQuery(applicationListQuery(query)))
  const { hasNewRows, showNewRows } = useFollowChanges(query)
  const views = useViews(search)
  useMarkSeen(views.current?.id)
  const columnSettings = useColumns(views.current)
  // Undefined until first opened.
  const [help, setHelp] = useState<boolean>()

  function show({ sort, ...filters }: ApplicationsSearch) {
    // Not every column's sort can be reversed.
    void navigate({ search: { ...filters, sort: readSort(sort), peek: undefined }, replace: true })
  }

  return (
    <Page
      title={t`Applications`}
      fill
      actions={<ListActions />}
      toolbar={
        <ListTabs
          search={search}
          query={query}
          total={pages.total}
          {...views}
          columnSettings={columnSettings}
          onHelp={() => setHelp(true)}
        />
      }
    >
      <ListFilters search={search} sort={sort} unusableSort={unusable} total={pages.total} onSearch={show} />
      {hasNewRows && (
        <div className={classes.news} role="status">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowUp size={14} stroke={1.6} aria-hidden />}
            onClick={showNewRows}
          >
            <Trans>Show new applications</Trans>
          </Button>
        </div>
      )}
      <TriageList
        search={search}
        query={query}
        pages={pages}
        columnSettings={columnSettings}
        onSearch={show}
        onHelp={() => setHelp(true)}
      />
      <Suspense>
        {help !== undefined && (
          <KeyHelpDialog opened={help} onClose={() => setHelp(false)} help={keyHelp()} />
        )}
      </Suspense>
    </Page>
  )
}
