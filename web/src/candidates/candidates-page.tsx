import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { exportCandidates, listCandidates } from '@muster/contract/candidates.ts'
import { IconAddressBook, IconPlus, IconTrash } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { usePages } from '../api/pages.ts'
import { storeOrigin } from '../applications/record/origin.ts'
import { ExportListButton } from '../exports/export-list-button.tsx'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { useIsStaff } from '../session/use-is-staff.ts'
import { Chip } from '../ui/chip.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { DeletedChip } from '../ui/deleted-chip.tsx'
import { formatTotal } from '../ui/format.ts'
import { LinkButton } from '../ui/link.tsx'
import { ListTotal } from '../ui/list-total.tsx'
import { focusRow } from '../ui/row-focus.ts'
import { SearchInput } from '../ui/search-input.tsx'
import { SelectionBar } from '../ui/selection-bar.tsx'
import { EmptyState } from '../ui/state.tsx'
import { useCursor } from '../ui/use-cursor.ts'
import { type Shortcuts, useShortcuts } from '../ui/use-shortcuts.ts'
import { type CandidateRow, cardOf, columnsOf } from './candidate-columns.tsx'
import classes from './candidates.module.css'
import type { CandidatesSearch } from './routes.ts'
import { TagFilter } from './tag-filter.tsx'
import { useRestore } from './use-restore.ts'

const AddCandidateDialog = lazy(() =>
  import('./add-candidate-dialog.tsx').then((module) => ({ default: module.AddCandidateDialog })),
)

const KeyHelpDialog = lazy(() =>
  import('../ui/key-help-dialog.tsx').then((module) => ({ default: module.KeyHelpDialog })),
)

const MergeDialog = lazy(() =>
  import('./merge-dialog.tsx').then((module) => ({ default: module.MergeDialog })),
)

const route = getRouteApi('/candidates')

function keyHelp(mayWrite: boolean) {
  return [
    { keys: ['j', 'k'], text: t`Next or previous candidate` },
    { keys: ['Enter'], text: t`Open candidate` },
    { keys: ['/'], text: t`Search` },
    ...(mayWrite
      ? [
          { keys: ['n'], text: t`Add candidate` },
          { keys: ['x'], text: t`Select candidate` },
          { keys: ['m'], text: t`Merge the selected candidates` },
        ]
      : []),
    { keys: ['?'], text: t`Show keyboard shortcuts` },
  ]
}

function peopleOf(total: { value: number; atLeast: boolean }): string {
  if (total.atLeast) return t`${formatTotal(total)} candidates`
  return plural(total.value, { one: '# candidate', other: '# candidates' })
}

const nameOf = ({ name }: CandidateRow) => name

/** Lists the candidates of the workspace. */
export function CandidatesPage() {
  const { add, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePages(listCandidates, { query: search })
  const isStaff = useIsStaff()
  const mayWrite = usePermission('candidates:write')
  const change = (changes: CandidatesSearch) =>
    navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const filtered = Boolean(search.q || search.tag || search.doNotCall)
  const restore = useRestore()
  const deleted = search.deleted === 'true'
  const columns = useMemo(() => columnsOf(deleted, restore), [deleted, restore])
  const card = useMemo(() => cardOf(deleted ? restore : null), [deleted, restore])
  const placeKey = JSON.stringify(search)
  const cursor = useCursor(pages.rows, placeKey)
  function rememberList() {
    const { rows, total } = pages
    if (total && !deleted)
      storeOrigin({ place: { kind: 'candidates', search }, ids: rows.map(({ id }) => id), total })
  }
  function open(candidate: CandidateRow) {
    if (candidate.deletedAt) return
    rememberList()
    void navigate({ to: '/candidates/$id', params: { id: candidate.id } })
  }
  const [help, setHelp] = useState(false)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [merging, setMerging] = useState(false)
  const chosen = pages.rows.filter(({ id }) => ticked.includes(id))
  const toggle = (id: string) =>
    setTicked((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id]))
  const [first, second] = ticked.filter((id) => chosen.some((row) => row.id === id))
  const pair = first && second && chosen.length === 2 ? { survivorId: first, mergedId: second } : null
  function goTo(index: number) {
    const target = cursor.moveTo(index)
    // After rendering.
    if (target) requestAnimationFrame(() => focusRow(target.id))
  }
  const keys: Shortcuts = {
    j: () => goTo(cursor.index + 1),
    k: () => goTo(cursor.index - 1),
    ArrowDown: () => goTo(cursor.index + 1),
    ArrowUp: () => goTo(cursor.index - 1),
    Enter: () => cursor.row && open(cursor.row),
    '/': () => document.querySelector<HTMLInputElement>('input[type=search]')?.focus(),
    '?': () => setHelp(true),
    Escape: () => setTicked([]),
  }
  if (mayWrite && !deleted) {
    keys.x = () => cursor.row && toggle(cursor.row.id)
    keys.m = () => setMerging(pair !== null)
  }
  if (mayWrite && !deleted) keys.n = () => void change({ add: true })
  useShortcuts(keys)
  const selection = {
    ids: new Set(ticked),
    onToggle: toggle,
    onToggleAll: () =>
      setTicked(pages.rows.every(({ id }) => ticked.includes(id)) ? [] : pages.rows.map(({ id }) => id)),
  }
  const addButton = mayWrite && (
    <LinkButton
      to="/candidates"
      search={{ ...search, add: true }}
      leftSection={<IconPlus size={16} stroke={1.6} />}
    >
      <Trans>Add candidate</Trans>
    </LinkButton>
  )

  return (
    <Page
      title={t`Candidates`}
      fill
      actions={addButton}
      toolbar={
        <>
          <SearchInput label={t`Search candidates`} value={search.q} onChange={(q) => change({ q })} />
          {isStaff && (
            <>
              <TagFilter value={search.tag} onChange={(tag) => change({ tag })} />
              <Chip
                label={t`Do not call`}
                dashed={!search.doNotCall}
                aria-pressed={search.doNotCall === 'true'}
                value={search.doNotCall === 'false' ? t`no` : search.doNotCall && t`yes`}
                onClick={() => change({ doNotCall: search.doNotCall ? undefined : 'true' })}
                onRemove={search.doNotCall && (() => change({ doNotCall: undefined }))}
              />
            </>
          )}
          {mayWrite && <DeletedChip deleted={deleted} onChange={(deleted) => change({ deleted })} />}
          <ListTotal>{pages.total && peopleOf(pages.total)}</ListTotal>
          <ExportListButton endpoint={exportCandidates} query={search} />
        </>
      }
    >
      <div
        className={classes.list}
        onClickCapture={(event) => {
          if ((event.target as Element).closest('a[href^="/candidates/"]')) rememberList()
        }}
      >
        <DataTable
          label={t`Candidates`}
          columns={columns}
          pages={pages}
          sort={search.sort ?? '-createdAt'}
          onSort={(sort) => change({ sort: sort as CandidatesSearch['sort'] })}
          onOpen={open}
          {...(mayWrite && !deleted ? { selection, nameOf } : {})}
          activeId={cursor.row?.id}
          onActive={(id) => cursor.moveTo(pages.rows.findIndex((row) => row.id === id))}
          card={card}
          placeKey={placeKey}
          empty={
            deleted && !filtered ? (
              <EmptyState
                icon={IconTrash}
                title={t`No deleted candidates`}
                text={t`Deleted candidates stay here for 30 days and can be restored.`}
              />
            ) : filtered ? (
              <EmptyState
                icon={IconAddressBook}
                title={t`No matching candidates`}
                text={t`Try fewer filters or a different spelling.`}
                action={
                  <LinkButton to="/candidates" variant="default">
                    <Trans>Show all candidates</Trans>
                  </LinkButton>
                }
              />
            ) : (
              <EmptyState
                icon={IconAddressBook}
                title={t`No candidates yet`}
                text={t`Add a candidate or import applications from a file.`}
                action={addButton}
              />
            )
          }
        />
      </div>
      {chosen.length > 0 && !deleted && (
        <SelectionBar label={t`Selected candidates`} count={chosen.length} onClear={() => setTicked([])}>
          <Button
            variant="default"
            disabled={!pair}
            title={pair ? undefined : t`Select two candidates to merge them`}
            onClick={() => setMerging(true)}
          >
            <Trans>Merge…</Trans>
          </Button>
        </SelectionBar>
      )}
      {merging && pair && (
        <Suspense>
          <MergeDialog {...pair} onClose={() => setMerging(false)} onMerged={() => setTicked([])} />
        </Suspense>
      )}
      {help && (
        <Suspense>
          <KeyHelpDialog opened onClose={() => setHelp(false)} help={keyHelp(mayWrite)} />
        </Suspense>
      )}
      {mayWrite && (
        <Suspense>{add && <AddCandidateDialog onClose={() => change({ add: undefined })} />}</Suspense>
      )}
    </Page>
  )
}
