import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { IconHistory, IconKeyboard, IconList, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { rememberBoard } from '../layout/board-id.ts'
import { Page } from '../layout/page.tsx'
import { Lookers } from '../live/lookers.tsx'
import { formatNumber } from '../ui/format.ts'
import { Kbd, modKey } from '../ui/kbd.tsx'
import type { KeyHelp } from '../ui/key-help-dialog.tsx'
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

const KeyHelpDialog = lazy(() =>
  import('../ui/key-help-dialog.tsx').then((module) => ({ default: module.KeyHelpDialog })),
)

const route = getRouteApi('/board/$id')

function keyHelp(): KeyHelp[] {
  return [
    { keys: ['↑', '↓', '←', '→'], text: t`Go from card to card` },
    { keys: ['Home', 'End'], text: t`Go to the first or last card of the column` },
    { keys: ['Enter'], text: t`Open the application` },
    { keys: ['Space'], text: t`Pick the card up; arrows then move it` },
    { keys: ['Space', 'Enter'], text: t`Drop what is picked up` },
    { keys: ['Esc'], text: t`Let it back; clear the selection` },
    { keys: ['x'], text: t`Select the card; with Shift all up to it` },
    { keys: ['s'], text: t`Open the card's menu, to move it` },
    { keys: ['l', '1–9'], text: t`Log a call and what came of it` },
    { keys: [modKey, 'Z'], text: t`Undo the last move` },
    { keys: ['?'], text: t`Show these keys` },
  ]
}

function subtitleOf({ kind, company, openings, hired }: Board): string {
  if (kind === 'pipeline') return t`all open positions`
  const name = company?.name ?? ''
  const left = formatNumber(Math.max(0, (openings ?? 0) - (hired ?? 0)))
  const all = formatNumber(openings ?? 0)
  return t`${name} · ${left} of ${all} openings left`
}

/** The same cards in the list. */
function listSearch(
  { id, kind }: Board,
  { group, late, callbackDue, neverContacted, ...search }: BoardSearch,
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

function isFiltered({ group, ...filters }: BoardSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

interface LoadedBoardProps {
  board: Board
  search: BoardSearch
  outdated: boolean
}

function LoadedBoard({ board: read, search, outdated }: LoadedBoardProps) {
  const queryClient = useQueryClient()
  const settled = useRef(0)
  // Undefined until first asked for.
  const [helpOpen, setHelpOpen] = useState<boolean>()
  const { queryKey } = boardQuery(read.id, search)
  const refresh = useLiveBoard(read.id, search, settled)
  const { board, move, undo, canUndo } = useBoardMoves({ board: read, queryKey, settled, refresh })
  useHotkeys([['mod+Z', undo]])
  // The character, not the keys: keyboards differ in how it is typed.
  useWindowEvent('keydown', (event) => {
    const typing = (event.target as Element).closest?.('input, textarea, [contenteditable]')
    if (event.key === '?' && !typing) setHelpOpen(true)
  })
  useEffect(() => rememberBoard(board.id), [board.id])

  async function more(columnId: string) {
    const column = queryClient.getQueryData(queryKey)?.columns.find(({ id }) => id === columnId)
    if (!column?.nextCursor) return
    const longer = await readFurther(read.id, column, search)
    // Unless it was read again in the meantime: then its end asks anew.
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
      // Read before a move of one's own was: then it is read again with the rest.
      if (settled.current === settledBefore) queryClient.setQueryData<Board>(queryKey, (b) => b && change(b))
      else refresh()
    } catch (error) {
      toastError(error, t`Not loaded`)
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
      lookers={<Lookers subject={{ type: 'board', id: board.id }} />}
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
            aria-label={t`Open in the list`}
            title={t`Open in the list`}
          >
            <IconList size={16} stroke={1.6} aria-hidden />
          </LinkButton>
          <ActionIcon
            aria-label={t`Keys`}
            title={t`Keys (?)`}
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
              title={canUndo ? t`Undo move` : t`Undo move: nothing moved yet`}
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
      <BoardView board={board} outdated={outdated} onMove={move} onMore={more} onUnread={readUnread} />
      {board.columns.every((column) => column.total.value === 0) && (
        <NoCards board={board} filtered={isFiltered(search)} />
      )}
      <Suspense>
        {helpOpen !== undefined && (
          <KeyHelpDialog opened={helpOpen} onClose={() => setHelpOpen(false)} help={keyHelp()} />
        )}
      </Suspense>
    </Page>
  )
}

/** The board of a position, or of a pipeline over all open positions made from it. */
export function BoardPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const { data, isPlaceholderData } = useQuery({
    ...boardQuery(id, search),
    // While a changed filter loads, the cards of the one before stay; those of another board do not.
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
  return <LoadedBoard key={id} board={data} search={search} outdated={isPlaceholderData} />
}
