import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { selectApplications, selectionCap } from '@muster/contract/application-selection.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type MouseEvent, Suspense, useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import type { Pages } from '../../api/pages.ts'
import { useCurrentUser } from '../../session/session.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatNumber, formatTotal } from '../../ui/format.ts'
import { focusRow } from '../../ui/row-focus.ts'
import { toastError } from '../../ui/toast.tsx'
import { useCursor } from '../../ui/use-cursor.ts'
import { useShortcuts } from '../../ui/use-shortcuts.ts'
import { applicationCard } from '../columns/application-columns.tsx'
import type { useColumns } from '../columns/use-columns.ts'
import type { ApplicationsSearch } from '../filters/applications-search.ts'
import { withoutFilters } from '../filters/filters.ts'
import type { ListQuery } from '../list-query.ts'
import type { ApplicationRow } from '../queries.ts'
import { storeOrigin } from '../record/origin.ts'
import { usePreloaded, useScreenReady } from '../record/use-preloaded.ts'
import { BulkBar, bulkPermissions } from './bulk-bar.tsx'
import { beforeMoving } from './bulk-text.ts'
import { NoApplications } from './no-applications.tsx'
import { RowMoveMenu } from './row-move-menu.tsx'
import { type Selected, selectedRows } from './selected.ts'
import classes from './triage-list.module.css'
import { useListActions } from './use-list-actions.tsx'
import { usePeek } from './use-peek.ts'
import { usePeekedApplication } from './use-peeked-application.ts'
import { useSelection } from './use-selection.ts'
import { useTriageCommands } from './use-triage-commands.ts'

const RowCallMenu = lazy(() =>
  import('./row-call-menu.tsx').then((module) => ({ default: module.RowCallMenu })),
)
const RecordDrawer = lazy(() =>
  import('../record/record-drawer.tsx').then((module) => ({ default: module.RecordDrawer })),
)

/** The columns that fit beside the record. */
const besideDrawer = ['candidate', 'status', 'inStatus']

const nameOf = ({ candidate }: ApplicationRow) => candidate.name

interface TriageListProps {
  search: ApplicationsSearch
  query: ListQuery
  pages: Pages<ApplicationRow>
  columnSettings: ReturnType<typeof useColumns>
  onSearch: (search: ApplicationsSearch) => void
  onHelp: () => void
}

/** Returns whether the user may act on several rows. */
function useCanAct(): boolean {
  const { permissions } = useCurrentUser()
  return bulkPermissions.some((permission) => permissions.includes(permission))
}

/** The rows with keyboard cursor, peek drawer, selection and bulk actions. */
export function TriageList({ search, query, pages, columnSettings, onSearch, onHelp }: TriageListProps) {
  const navigate = useNavigate()
  const { rows, total, hasMore } = pages
  const listKey = JSON.stringify(query)
  const selection = useSelection(rows, listKey)
  const cursor = useCursor(rows, listKey, search.peek)
  const peeking = search.peek !== undefined
  const peek = usePeek(peeking)
  const acting = useListActions()
  const mayAct = useCanAct()
  const wide = useMediaQuery('(min-width: 120em)', true, { getInitialValueInEffect: false })
  const columns = useMemo(
    () =>
      wide || !peeking
        ? columnSettings.columns
        : columnSettings.columns.filter(({ id }) => besideDrawer.includes(id)),
    [wide, peeking, columnSettings.columns],
  )
  const [moving, setMoving] = useState<Selected | null>(null)
  const [calling, setCalling] = useState<ApplicationRow | null>(null)
  const { selected } = selection
  const count = selected.subjects.length
  const everything = useMutation({
    mutationFn: () => call(selectApplications, { query }),
    onSuccess: selection.selectMatches,
    onError: (error) => toastError(error, t`Not selected`),
  })
  const { row } = cursor
  useScreenReady()
  usePreloaded(row?.id, (id) => [id])
  const isAmongRows = row !== undefined || pages.isPending
  const peeked = usePeekedApplication(search.peek, isAmongRows, peek.close)
  // The row that keys and the drawer act on.
  const current = row ?? peeked

  function goTo(index: number): ApplicationRow | undefined {
    if (index >= rows.length - 25) pages.more()
    const target = cursor.moveTo(index)
    if (target) peek.follow(target.id)
    return target
  }
  function step(by: number, event?: KeyboardEvent) {
    const target = goTo(cursor.index + by)
    if (!target) return
    if (event?.shiftKey && mayAct) selection.add(...(row ? [row.id] : []), target.id)
    // After rendering, since the row differs in more than its focus.
    requestAnimationFrame(() => focusRow(target.id))
  }
  function remember() {
    if (total)
      storeOrigin({
        place: { kind: 'applications', search: { ...search, peek: undefined } },
        ids: rows.map(({ id }) => id),
        total,
      })
  }
  function open(id: string) {
    remember()
    void navigate({ to: '/applications/$id', params: { id } })
  }
  // The targets of an action: the selected rows, or the row with the cursor.
  const meant = count > 0 ? selected : selectedRows(current ? [current] : [])
  const move = () => meant.able.move > 0 && setMoving(meant)
  const logCall = () => current?.can.call && setCalling(current)
  const comment = () => current?.can.comment && peek.comment(current.id)
  const close = () => meant.able.close > 0 && acting.close(meant)
  // The record handles what concerns its application alone.
  const recordActs = peeking && count === 0
  useTriageCommands(recordActs ? selectedRows([]) : meant, count > 0, {
    onOpen: () => current && open(current.id),
    onComment: comment,
    onLogCall: logCall,
    onMove: move,
    onClose: close,
    onDone: acting.done(meant.subjects),
  })
  function closePeek() {
    peek.close()
    if (row) requestAnimationFrame(() => focusRow(row.id))
  }
  const togglePeek = () => (search.peek ? closePeek() : row && peek.open(row.id))

  useShortcuts({
    j: (event) => step(1, event),
    ArrowDown: (event) => step(1, event),
    k: (event) => step(cursor.index === -1 ? 1 : -1, event),
    ArrowUp: (event) => step(cursor.index === -1 ? 1 : -1, event),
    Enter: () => current && open(current.id),
    o: togglePeek,
    ' ': togglePeek,
    x: ({ shiftKey }) => mayAct && row && selection.toggle(row.id, shiftKey),
    ...(!recordActs && { s: move, c: comment, l: logCall, e: close, '?': onHelp }),
    '/': () => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus(),
    Escape: () => {
      if (search.peek) closePeek()
      else if (count > 0) selection.clear()
      else cursor.clear()
    },
  })

  return (
    <>
      <div
        className={classes.split}
        onClickCapture={(event: MouseEvent) => {
          if ((event.target as Element).closest('a[href^="/applications/"]')) remember()
        }}
      >
        <DataTable
          label={t`Applications`}
          columns={columns}
          card={applicationCard}
          pages={pages}
          placeKey={listKey}
          sort={query.sort ?? '-lastActivityAt'}
          arrange={columnSettings}
          onSort={(sort) => onSearch({ ...search, sort: sort as ApplicationsSearch['sort'] })}
          onOpen={({ id }) => {
            cursor.moveTo(rows.findIndex((each) => each.id === id))
            peek.open(id)
          }}
          nameOf={nameOf}
          activeId={row?.id}
          onActive={(id) => goTo(rows.findIndex((each) => each.id === id))}
          selection={
            mayAct
              ? { ids: selection.ids, onToggle: selection.toggle, onToggleAll: selection.toggleAll }
              : undefined
          }
          empty={<NoApplications search={search} onClear={() => onSearch(withoutFilters(search))} />}
        />
        {search.peek && (
          // Its space is reserved from the start, so that the list does not move when the drawer loads.
          <aside className={classes.drawer} aria-label={current?.candidate.name} aria-busy={!current}>
            <Suspense>
              {current && (
                <RecordDrawer
                  row={current}
                  number={row ? cursor.index + 1 : undefined}
                  total={total}
                  onGo={(direction) => step(direction === 'next' ? 1 : -1)}
                  onClose={closePeek}
                  startsComment={peek.commenting === current.id}
                  onCommentStarted={peek.onCommentStarted}
                />
              )}
            </Suspense>
          </aside>
        )}
      </div>
      {count > 0 && (
        <BulkBar
          selected={selected}
          query={query}
          columns={columnSettings.columns.map(({ id }) => id)}
          onMove={(target) => acting.move(selected, target)}
          onClose={() => acting.close(selected)}
          onDone={acting.done(selected.subjects)}
          onClear={selection.clear}
        >
          {!selection.isEverything && count === rows.length && hasMore ? (
            <Button variant="subtle" loading={everything.isPending} onClick={() => everything.mutate()}>
              {total && total.value <= selectionCap && !total.atLeast
                ? t`Select all ${formatTotal(total)}`
                : t`Select the first ${formatNumber(selectionCap)}`}
            </Button>
          ) : (
            <span className={classes.keys}>
              <Trans>x select · j k move · s status · ? shortcuts</Trans>
            </span>
          )}
        </BulkBar>
      )}
      {moving && (
        <RowMoveMenu
          applications={moving.origins}
          rowId={row?.id ?? moving.ids[0]}
          label={beforeMoving(moving)}
          onMove={(target) => acting.move(moving, target)}
          onClose={() => setMoving(null)}
        />
      )}
      <Suspense>
        {calling && (
          <RowCallMenu
            key={calling.id}
            application={calling}
            onClose={() => setCalling(null)}
            onLogged={() => step(1)}
          />
        )}
      </Suspense>
      {acting.dialogs}
    </>
  )
}
