import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FocusEvent, lazy, type MouseEvent, Suspense, useState } from 'react'
import type { Pages } from '../api/pages.ts'
import { useCurrentUser } from '../session/session.ts'
import { DataTable } from '../ui/data-table.tsx'
import { formatNumber, formatTotal } from '../ui/format.ts'
import { subjectOf } from './act-on-applications.ts'
import { applicationCard } from './application-columns.tsx'
import type { ApplicationsSearch } from './applications-search.ts'
import { BulkBar, bulkPermissions } from './bulk-bar.tsx'
import { withoutFilters } from './filters.ts'
import { type ListQuery, readRows } from './list-cache.ts'
import { rememberList } from './list-context.ts'
import { MoveAtRow, rowElement } from './move-at-row.tsx'
import { NoApplications } from './no-applications.tsx'
import type { ApplicationRow } from './queries.ts'
import classes from './triage-list.module.css'
import { useActing } from './use-acting.tsx'
import type { useColumns } from './use-columns.ts'
import { useCursor } from './use-cursor.ts'
import { usePeek } from './use-peek.ts'
import { mostSelected, useSelection } from './use-selection.ts'
import { useTriageKeys } from './use-triage-keys.ts'

const PeekDrawer = lazy(() => import('./peek-drawer.tsx').then((module) => ({ default: module.PeekDrawer })))

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
  const selection = useSelection(rows)
  const cursor = useCursor(rows, listKey, search.peek)
  const peek = usePeek(search.peek !== undefined)
  const acting = useActing()
  const mayAct = useMayAct()
  const [moving, setMoving] = useState<readonly ApplicationRow[] | null>(null)
  const { selected } = selection
  const { row } = cursor

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
    requestAnimationFrame(() => rowElement(target.id)?.querySelector('a')?.focus({ preventScroll: true }))
  }
  function remember() {
    if (total) rememberList({ search: { ...search, peek: undefined }, ids: rows.map(({ id }) => id), total })
  }
  function open(id: string) {
    remember()
    void navigate({ to: '/applications/$id', params: { id } })
  }
  const togglePeek = () => row && (search.peek ? peek.close() : peek.open(row.id))

  useTriageKeys({
    j: (event) => step(1, event),
    ArrowDown: (event) => step(1, event),
    k: (event) => step(cursor.index === -1 ? 1 : -1, event),
    ArrowUp: (event) => step(cursor.index === -1 ? 1 : -1, event),
    Enter: () => row && open(row.id),
    o: togglePeek,
    ' ': togglePeek,
    x: ({ shiftKey }) => mayAct && row && selection.toggle(row.id, shiftKey),
    s: () => {
      const subjects = selected.length > 0 ? selected : row ? [row] : []
      if (subjects.some(({ can }) => can.move)) setMoving(subjects)
    },
    c: () => row?.can.comment && peek.comment(row.id),
    '/': () => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus(),
    '?': onHelp,
    Escape: () => {
      if (search.peek) peek.close()
      else if (selected.length > 0) selection.clear()
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
        onFocusCapture={(event: FocusEvent) => {
          const id = event.target.closest<HTMLElement>('[data-row]')?.dataset.row
          if (id && id !== row?.id) goTo(rows.findIndex((each) => each.id === id))
        }}
      >
        <DataTable
          label="Applications"
          columns={look.columns}
          rowHeight={look.compact ? 32 : 40}
          card={applicationCard}
          pages={pages}
          placeKey={listKey}
          sort={search.sort ?? '-lastActivityAt'}
          onSort={(sort) => onSearch({ ...search, sort: sort as ApplicationsSearch['sort'] })}
          onOpen={({ id }) => {
            cursor.moveTo(rows.findIndex((each) => each.id === id))
            peek.open(id)
          }}
          nameOf={nameOf}
          activeId={row?.id}
          selection={
            mayAct
              ? { ids: selection.ids, onToggle: selection.toggle, onToggleAll: selection.toggleAll }
              : undefined
          }
          empty={<NoApplications search={search} onClear={() => onSearch(withoutFilters(search))} />}
        />
        <Suspense>
          {search.peek && row && (
            <PeekDrawer
              row={row}
              place={cursor.index + 1}
              total={total}
              onPrevious={() => step(-1)}
              onNext={() => step(1)}
              onClose={peek.close}
              onMove={(target) => acting.move([row], target)}
              commentRef={peek.commentRef}
            />
          )}
        </Suspense>
      </div>
      {selected.length > 0 && (
        <BulkBar
          selected={selected}
          onMove={(target) => acting.move(selected, target)}
          onClose={() => acting.close(selected)}
          onDone={acting.done(selected)}
          onClear={selection.clear}
        >
          {selected.length === rows.length && hasMore && rows.length < mostSelected ? (
            <Button variant="subtle" onClick={() => void readRows(query, mostSelected).then(selection.set)}>
              {total && total.value <= mostSelected
                ? `Select all ${formatTotal(total)}`
                : `Select the first ${formatNumber(mostSelected)}`}
            </Button>
          ) : (
            <span className={classes.keys}>x select · j k move · s status · ? all keys</span>
          )}
        </BulkBar>
      )}
      {moving && (
        <MoveAtRow
          applications={moving}
          rowId={(row ?? moving[0])?.id}
          label={`Move ${subjectOf(moving)} to`}
          onMove={(target) => acting.move(moving, target)}
          onClose={() => setMoving(null)}
        />
      )}
      {acting.dialogs}
    </>
  )
}
