import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { applicationSorts } from '@muster/contract/application-filters.ts'
import { IconArrowUp } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { usePagesOf } from '../api/pages.ts'
import { Page } from '../layout/page.tsx'
import { modKey } from '../ui/kbd.tsx'
import type { KeyHelp } from '../ui/key-help-dialog.tsx'
import classes from './applications-page.module.css'
import { type ApplicationsSearch, toListQuery } from './applications-search.ts'
import { useFollowChanges } from './follow-changes.ts'
import { ListActions, ListFilters, ListTabs } from './list-bars.tsx'
import { applicationListQuery } from './list-query.ts'
import type { ApplicationRow } from './queries.ts'
import { TriageList } from './triage-list.tsx'
import { useColumns } from './use-columns.ts'
import { useSeen, useViews } from './views.ts'

const KeyHelpDialog = lazy(() =>
  import('../ui/key-help-dialog.tsx').then((module) => ({ default: module.KeyHelpDialog })),
)

const route = getRouteApi('/applications')

/** The keys of the list; called within a function, since texts are not there while modules load. */
function keyHelp(): KeyHelp[] {
  return [
    { keys: ['j', '↓'], text: t`Next application` },
    { keys: ['k', '↑'], text: t`Previous application` },
    { keys: ['Enter'], text: t`Open it` },
    { keys: ['o', 'Space'], text: t`Open or close the drawer` },
    { keys: ['s'], text: t`Move to another status` },
    { keys: ['l', '1–9'], text: t`Log a call and what came of it` },
    { keys: ['c'], text: t`Comment` },
    { keys: ['e'], text: t`Close, saying how it ended` },
    { keys: ['x'], text: t`Select; with Shift all up to it` },
    { keys: ['Shift', 'j'], text: t`Select downwards` },
    { keys: ['/'], text: t`Search the list` },
    { keys: ['Esc'], text: t`Close the drawer; clear the selection` },
    { keys: [modKey, 'K'], text: t`Search everything, go anywhere` },
    { keys: ['?'], text: t`Show these keys` },
  ]
}

export function ApplicationsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = toListQuery(search)
  const pages = usePagesOf<ApplicationRow>(useInfiniteQuery(applicationListQuery(query)))
  const { hasNews, showNews } = useFollowChanges(query)
  const views = useViews(search)
  useSeen(views.current?.id)
  const look = useColumns(views.current)
  // Undefined until first asked for.
  const [help, setHelp] = useState<boolean>()

  function show({ sort, ...filters }: ApplicationsSearch) {
    // A column may have an order the list does not have the reverse of.
    const known = applicationSorts.find((each) => each === sort)
    void navigate({ search: { ...filters, sort: known, peek: undefined }, replace: true })
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
          look={look}
          onHelp={() => setHelp(true)}
        />
      }
    >
      <ListFilters search={search} total={pages.total} onSearch={show} />
      {hasNews && (
        <div className={classes.news} role="status">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowUp size={14} stroke={1.6} aria-hidden />}
            onClick={showNews}
          >
            <Trans>Show new applications</Trans>
          </Button>
        </div>
      )}
      <TriageList
        search={search}
        query={query}
        pages={pages}
        look={look}
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
