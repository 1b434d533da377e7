import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { selectApplications, selectionCap } from '@muster/contract/application-selection.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type MouseEvent, Suspense, useMemo, useState } from 'react'
import { call } from '../api/call.ts'
import type { Pages } from '../api/pages.ts'
import { useCurrentUser } from '../session/session.ts'
import { DataTable } from '../ui/data-table.tsx'
import { formatNumber, formatTotal } from '../ui/format.ts'
import { focusRow } from '../ui/row-focus.ts'
import { toastError } from '../ui/toast.tsx'
import { applicationCard } from './application-columns.tsx'
import type { ApplicationsSearch } from './applications-search.ts'
import { BulkBar, bulkPermissions } from './bulk-bar.tsx'
import { beforeMoving } from './bulk-words.ts'
import { withoutFilters } from './filters.ts'
import { rememberList } from './list-context.ts'
import type { ListQuery } from './list-query.ts'
import { MoveAtRow } from './move-at-row.tsx'
import { NoApplications } from './no-applications.tsx'
import type { ApplicationRow } from './queries.ts'
import { type Selected, selectedRows } from './selected.ts'
import classes from './triage-list.module.css'
import { useActing } from './use-acting.tsx'
import type { useColumns } from './use-columns.ts'
import { useCursor } from './use-cursor.ts'
import { usePeek } from './use-peek.ts'
import { usePeeked } from './use-peeked.ts'
import { usePreloaded, useScreenReady } from './use-preloaded.ts'
import { useSelection } from './use-selection.ts'
import { useTriageCommands } from './use-triage-commands.ts'
import { useTriageKeys } from './use-triage-keys.ts'

const CallAtRow = lazy(() => import('./call-at-row.tsx').then((module) => ({ default: module.CallAtRow })))
const PeekDrawer = lazy(() => import('./peek-drawer.tsx').then((module) => ({ default: module.PeekDrawer })))

/** On narrower screens there is no room for more beside it; the drawer says the rest. */
const besideDrawer = ['candidate', 'status', 'inStatus']

const nameOf = ({ candidate }: ApplicationRow) => candidate.name

interface TriageListProps {
  search: ApplicationsSearch
  query: ListQuery
  pages: Pages<ApplicationRow>
  look: ReturnType<typeof useColumns>
  onSearch: (search: ApplicationsSearch) => void
  onHelp: () => void
}

/** Whether there is anything the person may do to several rows. */
function useMayAct(): boolean {
  const { permissions } = useCurrentUser()
  return bulkPermissions.some((permission) => permissions.includes(permission))
}

/** The rows with a cursor, the drawer that follows it, the ticked ones and what is done to them. */
export function TriageList({ search, query, pages, look, onSearch, onHelp }: TriageListProps) {
  const navigate = useNavigate()
  const { rows, total, hasMore } = pages
  const listKey = JSON.stringify(query)
  const selection = useSelection(rows, listKey)
  const cursor = useCursor(rows, listKey, search.peek)
  const peeking = search.peek !== undefined
  const peek = usePeek(peeking)
  const acting = useActing()
  const mayAct = useMayAct()
  const wide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const columns = useMemo(
    () => (wide || !peeking ? look.columns : look.columns.filter(({ id }) => besideDrawer.includes(id))),
    [wide, peeking, look.columns],
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
  const peeked = usePeeked(search.peek, isAmongRows, peek.close)
  // What the keys and the drawer are about.
  const current = row ?? peeked

  function goTo(index: number): ApplicationRow | undefined {
    if (index >= rows.length - 25) pages.more()
    const target = cursor.moveTo(index)
    if (target) peek.follow(target.id)
    return target
  }
  function step(by: number, event?: KeyboardEvent) {
    const selects = event?.shiftKey && mayAct
    if (selects && row && !selection.ids.has(row.id)) selection.toggle(row.id)
    const target = goTo(cursor.index + by)
    if (!target) return
    if (selects && !selection.ids.has(target.id)) selection.toggle(target.id)
    // Once it is drawn; the row is told from the others by more than the focus.
    requestAnimationFrame(() => focusRow(target.id))
  }
  function remember() {
    if (total) rememberList({ search: { ...search, peek: undefined }, ids: rows.map(({ id }) => id), total })
  }
  function open(id: string) {
    remember()
    void navigate({ to: '/applications/$id', params: { id } })
  }
  // What is acted on: the ticked rows, or the one the cursor is on.
  const meant = count > 0 ? selected : selectedRows(current ? [current] : [])
  const move = () => meant.able.move > 0 && setMoving(meant)
  const logCall = () => current?.can.call && setCalling(current)
  const comment = () => current?.can.comment && peek.comment(current.id)
  const close = () => meant.able.close > 0 && acting.close(meant)
  useTriageCommands(meant, count > 0, {
    onOpen: () => current && open(current.id),
    onComment: comment,
    onLogCall: logCall,
    onMove: move,
    onClose: close,
    onDone: acting.done(meant.subjects),
  })
  const togglePeek = () => (search.peek ? peek.close() : row && peek.open(row.id))

  useTriageKeys({
    j: (event) => step(1, event),
    ArrowDown: (event) => step(1, event),
    k: (event) => step(cursor.index === -1 ? 1 : -1, event),
    ArrowUp: (event) => step(cursor.index === -1 ? 1 : -1, event),
    Enter: () => current && open(current.id),
    o: togglePeek,
    ' ': togglePeek,
    x: ({ shiftKey }) => mayAct && row && selection.toggle(row.id, shiftKey),
    s: move,
    c: comment,
    l: logCall,
    e: close,
    '/': () => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus(),
    '?': onHelp,
    Escape: () => {
      if (search.peek) peek.close()
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
          sort={search.sort ?? '-lastActivityAt'}
          arrange={look}
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
          // Its place is taken from the start, so that the list does not move when it comes.
          <aside className={classes.drawer} aria-label={current?.candidate.name} aria-busy={!current}>
            <Suspense>
              {current && (
                <PeekDrawer
                  row={current}
                  place={row ? cursor.index + 1 : undefined}
                  total={total}
                  onPrevious={() => step(-1)}
                  onNext={() => step(1)}
                  onClose={peek.close}
                  onMove={(target) => acting.move(selectedRows([current]), target)}
                  commentRef={peek.commentRef}
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
          columns={look.columns.map(({ id }) => id)}
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
              <Trans>x select · j k move · s status · ? all keys</Trans>
            </span>
          )}
        </BulkBar>
      )}
      {moving && (
        <MoveAtRow
          applications={moving.places}
          rowId={row?.id ?? moving.ids[0]}
          label={beforeMoving(moving)}
          onMove={(target) => acting.move(moving, target)}
          onClose={() => setMoving(null)}
        />
      )}
      <Suspense>
        {calling && <CallAtRow key={calling.id} application={calling} onClose={() => setCalling(null)} />}
      </Suspense>
      {acting.dialogs}
    </>
  )
}
