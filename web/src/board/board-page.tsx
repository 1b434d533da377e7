import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { IconHistory, IconKeyboard, IconList, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { storeLastBoard } from '../layout/board-id.ts'
import { Page } from '../layout/page.tsx'
import { Viewers } from '../live/viewers.tsx'
import { formatNumber } from '../ui/format.ts'
import { Kbd, modKey } from '../ui/kbd.tsx'
import { LinkButton } from '../ui/link.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { toastError } from '../ui/toast.tsx'
import { BoardFilters } from './board-filters.tsx'
import type { Board, Lane } from './board-moves.ts'
import { boardQuery } from './board-query.ts'
import type { BoardSearch } from './board-search.ts'
import { BoardSwitcher } from './board-switcher.tsx'
import { BoardView } from './board-view.tsx'
import { GroupMenu } from './group-menu.tsx'
import { NoCards } from './no-cards.tsx'
import { readFurther, readLanes } from './read-board.ts'
import classes from './toolbar.module.css'
import { useBoardMoves } from './use-board-moves.ts'
import { useLiveBoard } from './use-live-board.ts'

const BoardKeys = lazy(() => import('./board-keys.tsx').then((module) => ({ default: module.BoardKeys })))

const route = getRouteApi('/board/$id')

function subtitleOf({ kind, company, openings, hired }: Board): string {
  if (kind === 'pipeline') return t`All open positions`
  const name = company?.name ?? ''
  const left = formatNumber(Math.max(0, (openings ?? 0) - (hired ?? 0)))
  return t`${name} · ${left} of ${plural(openings ?? 0, { one: '# opening', other: '# openings' })} left`
}

/** Returns the search parameters of the list for the same cards. */
function listSearch(
  { id, kind }: Board,
  { group, card, late, callbackDue, neverContacted, ...search }: BoardSearch,
) {
  const flag = (value: true | undefined) => value && ('true' as const)
  return {
    ...search,
    ...(kind === 'position' ? { positionId: [id] } : { pipelineId: [id] }),
    late: flag(late),
    callbackDue: flag(callbackDue),
    neverContacted: flag(neverContacted),
    open: 'all' as const,
  }
}

function isFiltered({ group, card, ...filters }: BoardSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

interface LoadedBoardProps {
  board: Board
  search: BoardSearch
  /** The application whose record is open. */
  openId: string | undefined
  outdated: boolean
}

function LoadedBoard({ board: read, search, openId, outdated }: LoadedBoardProps) {
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const settled = useRef(0)
  // Undefined until first opened.
  const [helpOpen, setHelpOpen] = useState<boolean>()
  const { queryKey } = boardQuery(read.id, search)
  const refresh = useLiveBoard(read.id, search, settled)
  const { board, move, undo, canUndo, returned } = useBoardMoves({ board: read, queryKey, settled, refresh })
  useHotkeys([['mod+Z', undo]])
  // The character, not the key: keyboard layouts differ.
  useWindowEvent('keydown', (event) => {
    const typing = (event.target as Element).closest?.('input, textarea, [contenteditable]')
    if (event.key === '?' && !typing) setHelpOpen(true)
  })
  useEffect(() => storeLastBoard(board.id), [board.id])

  async function more(columnId: string) {
    const column = queryClient.getQueryData(queryKey)?.columns.find(({ id }) => id === columnId)
    if (!column?.nextCursor) return
    const longer = await readFurther(read.id, column, search)
    // Unless the column was reloaded meanwhile: then scrolling requests its next page again.
    queryClient.setQueryData(
      queryKey,
      (now) => now && { ...now, columns: now.columns.map((each) => (each === column ? longer : each)) },
    )
  }

  const lanesUnderWay = useRef(new Set<string>())
  async function readUnread(lanes: readonly Lane[]) {
    const now = queryClient.getQueryData<Board>(queryKey)
    const wanted = lanes.filter(({ id }) => !lanesUnderWay.current.has(id))
    if (!now || wanted.length === 0) return
    for (const { id } of wanted) lanesUnderWay.current.add(id)
    const settledBefore = settled.current
    try {
      const change = await readLanes(now, search, wanted)
      // The response may predate the user's own move: then the board is reloaded with the rest.
      if (settled.current === settledBefore) queryClient.setQueryData<Board>(queryKey, (b) => b && change(b))
      else refresh()
    } catch (error) {
      toastError(error, t`More cards not loaded`)
    } finally {
      for (const { id } of wanted) lanesUnderWay.current.delete(id)
    }
  }

  return (
    <Page
      title={board.name}
      switcher={<BoardSwitcher boardId={board.id} />}
      subtitle={subtitleOf(board)}
      ground="bg"
      fill
      viewers={<Viewers subject={{ type: 'board', id: board.id }} />}
      actions={
        board.can.add && (
          <LinkButton
            to="/applications/create"
            search={board.kind === 'position' ? { positionId: board.id } : undefined}
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          >
            <Trans>Add</Trans>
          </LinkButton>
        )
      }
      toolbar={
        <>
          <BoardFilters kind={board.kind} />
          <span style={{ flex: 1 }} />
          <LinkButton
            to="/applications"
            search={listSearch(board, search)}
            variant="subtle"
            color="gray"
            px={8}
            aria-label={t`Show as list`}
            title={t`Show as list`}
          >
            <IconList size={16} stroke={1.6} aria-hidden />
          </LinkButton>
          <ActionIcon
            aria-label={t`Keyboard shortcuts`}
            title={t`Keyboard shortcuts (?)`}
            visibleFrom="lg"
            onClick={() => setHelpOpen(true)}
          >
            <IconKeyboard size={16} stroke={1.6} />
          </ActionIcon>
          <GroupMenu kind={board.kind} />
          {board.can.move && (
            <Button
              variant="default"
              disabled={!canUndo}
              className={classes.tool}
              aria-keyshortcuts={modKey === '⌘' ? 'Meta+Z' : 'Control+Z'}
              title={canUndo ? t`Undo move` : t`No move to undo`}
              leftSection={<IconHistory size={16} stroke={1.6} aria-hidden />}
              rightSection={<Kbd>{`${modKey} Z`}</Kbd>}
              onClick={undo}
            >
              <Trans>Undo move</Trans>
            </Button>
          )}
        </>
      }
    >
      <BoardView
        board={board}
        search={search}
        openId={openId}
        onOpen={(card) => void navigate({ search: (now) => ({ ...now, card }), replace: true })}
        outdated={outdated}
        returned={returned}
        onMove={move}
        onMore={more}
        onUnread={readUnread}
      />
      {board.columns.every((column) => column.total.value === 0) && (
        <NoCards board={board} filtered={isFiltered(search)} />
      )}
      <Suspense>
        {helpOpen !== undefined && <BoardKeys opened={helpOpen} onClose={() => setHelpOpen(false)} />}
      </Suspense>
    </Page>
  )
}

/** The board of a position, or of a pipeline with all open positions created from it. */
export function BoardPage() {
  const { id } = route.useParams()
  const openId = route.useSearch({ select: ({ card }) => card })
  // The same object until something in it changes: another one would drop a reload that is due.
  const search = route.useSearch({ select: ({ card: _, ...rest }) => rest, structuralSharing: true })
  const { data, isPlaceholderData } = useQuery({
    ...boardQuery(id, search),
    // While a changed filter loads, the previous cards stay; those of another board do not.
    placeholderData: (before) => (before?.id === id ? before : undefined),
    throwOnError: (_error, query) => query.state.data === undefined,
  })
  if (!data) {
    return (
      <Page title={t`Board`} ground="bg">
        <PageSkeleton shape="board" />
      </Page>
    )
  }
  return <LoadedBoard key={id} board={data} search={search} openId={openId} outdated={isPlaceholderData} />
}
