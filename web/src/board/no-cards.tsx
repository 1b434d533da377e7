import { IconFilterOff, IconUsersGroup } from '@tabler/icons-react'
import { usePermission } from '../session/session.ts'
import { LinkButton } from '../ui/link.tsx'
import { EmptyState } from '../ui/state.tsx'
import type { Board } from './board-moves.ts'

/** Below a board without a card: why, and the next step. */
export function NoCards({ board, filtered }: { board: Board; filtered: boolean }) {
  const mayImport = usePermission('applications:import')
  if (filtered) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title="No card matches"
        text="Change the search or take a filter away."
        action={
          <LinkButton to="/board/$id" params={{ id: board.id }} search={{}} variant="default">
            Show all cards
          </LinkButton>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={IconUsersGroup}
      title="No applications yet"
      text="Add the first one with the plus of a column, or import a list."
      action={
        mayImport && (
          <LinkButton to="/imports/new" variant="default">
            Import applications
          </LinkButton>
        )
      }
    />
  )
}
