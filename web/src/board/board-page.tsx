import { ActionIcon, Button } from '@mantine/core'
import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { IconHistory, IconKeyboard, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { rememberBoard } from '../layout/board-id.ts'
import { Page } from '../layout/page.tsx'
import { formatNumber } from '../ui/format.ts'
import { Kbd, modKey } from '../ui/kbd.tsx'
import type { KeyHelp } from '../ui/key-help-dialog.tsx'
import { LinkButton } from '../ui/link.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { BoardFilters } from './board-filters.tsx'
import type { Board } from './board-moves.ts'
import { type BoardSearch, boardQuery, readFurther } from './board-query.ts'
import { BoardSwitcher } from './board-switcher.tsx'
import { BoardView } from './board-view.tsx'
import { NoCards } from './no-cards.tsx'
import { useBoardMoves } from './use-board-moves.ts'
import { useLiveBoard } from './use-live-board.ts'

const KeyHelpDialog = lazy(() =>
  import('../ui/key-help-dialog.tsx').then((module) => ({ default: module.KeyHelpDialog })),
)

const route = getRouteApi('/board/$id')

const keyHelp: readonly KeyHelp[] = [
  { keys: ['↑', '↓', '←', '→'], text: 'Go from card to card' },
  { keys: ['Home', 'End'], text: 'Go to the first or last card of the column' },
  { keys: ['Enter'], text: 'Open the application' },
  { keys: ['Space'], text: 'Pick the card up; arrows then move it' },
  { keys: ['Space', 'Enter'], text: 'Drop what is picked up' },
  { keys: ['Esc'], text: 'Let it back; clear the selection' },
  { keys: ['x'], text: 'Select the card; with Shift all up to it' },
  { keys: ['s'], text: "Open the card's menu, to move it" },
  { keys: [modKey, 'Z'], text: 'Undo the last move' },
  { keys: ['?'], text: 'Show these keys' },
]

function subtitleOf({ kind, company, openings, hired }: Board): string {
  if (kind === 'pipeline') return '· all open positions'
  const left = Math.max(0, (openings ?? 0) - (hired ?? 0))
  return `· ${company?.name} · ${formatNumber(left)} of ${formatNumber(openings ?? 0)} openings left`
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

  return (
    <Page
      title={board.name}
      switcher={<BoardSwitcher boardId={board.id} />}
      subtitle={subtitleOf(board)}
      ground="bg"
      fill
      actions={
        board.can.add && (
          <LinkButton
            to="/applications/create"
            search={board.kind === 'position' ? { positionId: board.id } : undefined}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            Add
          </LinkButton>
        )
      }
      toolbar={
        <>
          <BoardFilters />
          <span style={{ flex: 1 }} />
          <ActionIcon aria-label="Keys" title="Keys (?)" visibleFrom="sm" onClick={() => setHelpOpen(true)}>
            <IconKeyboard size={18} stroke={1.5} />
          </ActionIcon>
          {board.can.move && (
            <Button
              variant="default"
              disabled={!canUndo}
              title={canUndo ? undefined : 'Nothing moved yet'}
              leftSection={<IconHistory size={16} stroke={1.5} aria-hidden />}
              rightSection={<Kbd>{`${modKey} Z`}</Kbd>}
              onClick={undo}
            >
              Undo move
            </Button>
          )}
        </>
      }
    >
      <BoardView board={board} outdated={outdated} onMove={move} onMore={more} />
      {board.columns.every((column) => column.total.value === 0) && (
        <NoCards board={board} filtered={Object.values(search).some((value) => value !== undefined)} />
      )}
      <Suspense>
        {helpOpen !== undefined && (
          <KeyHelpDialog opened={helpOpen} onClose={() => setHelpOpen(false)} help={keyHelp} />
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
      <Page title="Board" ground="bg">
        <PageSkeleton shape="board" />
      </Page>
    )
  }
  return <LoadedBoard key={id} board={data} search={search} outdated={isPlaceholderData} />
}
