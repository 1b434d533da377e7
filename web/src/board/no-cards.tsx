import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconFilterOff, IconUsersGroup } from '@tabler/icons-react'
import { usePermission } from '../session/session.ts'
import { LinkButton } from '../ui/link.tsx'
import { EmptyState } from '../ui/state.tsx'
import type { Board } from './board-moves.ts'

/** The empty state of a board: the reason and the next step. */
export function NoCards({ board, filtered }: { board: Board; filtered: boolean }) {
  const mayImport = usePermission('applications:import')
  if (filtered) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title={t`No matching cards`}
        text={t`Change the search or remove a filter.`}
        action={
          <LinkButton to="/board/$id" params={{ id: board.id }} search={{}} variant="default">
            <Trans>Show all cards</Trans>
          </LinkButton>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={IconUsersGroup}
      title={t`No applications yet`}
      text={t`Add one with the + button of a column, or import a file.`}
      action={
        mayImport && (
          <LinkButton to="/imports/new" variant="default">
            <Trans>Import applications</Trans>
          </LinkButton>
        )
      }
    />
  )
}
