import { t } from '@lingui/core/macro'
import {
  IconArrowRight,
  IconFolderX,
  IconLink,
  IconMessage,
  IconPhonePlus,
  IconPrinter,
  IconRotateClockwise,
  IconTrash,
} from '@tabler/icons-react'
import { type Command, useCommands } from '../../layout/use-commands.ts'
import { useCurrentUser } from '../../session/session.ts'
import type { ApplicationDetails } from '../application-query.ts'

interface Actions {
  onMove: () => void
  onComment: () => void
  onLogCall: () => void
  onClose: () => void
  onReopen: () => void
  onCopyLink: () => void
  onPrint: () => void
  onDelete: () => void
}

/** Offers commands for the application of the page. */
export function useApplicationCommands(application: ApplicationDetails, actions: Actions) {
  const { permissions } = useCurrentUser()
  const { can, whyNot, disposition } = application
  const may = (area: string) => permissions.some((permission) => permission === area)
  const commands: (Command | false)[] = [
    may('applications:move') && {
      id: 'move',
      label: t`Move…`,
      icon: IconArrowRight,
      keys: ['s'],
      whyNot: whyNot.move,
      run: actions.onMove,
    },
    can.comment && {
      id: 'comment',
      label: t`Write a comment`,
      icon: IconMessage,
      keys: ['c'],
      run: actions.onComment,
    },
    may('calls:write') && {
      id: 'call',
      label: t`Log a call`,
      icon: IconPhonePlus,
      keys: ['l'],
      whyNot: whyNot.call,
      run: actions.onLogCall,
    },
    may('applications:close') &&
      (disposition
        ? {
            id: 'reopen',
            label: t`Reopen`,
            icon: IconRotateClockwise,
            keys: ['e'],
            whyNot: whyNot.reopen,
            run: actions.onReopen,
          }
        : {
            id: 'close',
            label: t`Close…`,
            icon: IconFolderX,
            keys: ['e'],
            whyNot: whyNot.close,
            run: actions.onClose,
          }),
    { id: 'copy-link', label: t`Copy link`, icon: IconLink, run: actions.onCopyLink },
    { id: 'print', label: t`Print`, icon: IconPrinter, run: actions.onPrint },
    may('applications:delete') && {
      id: 'delete',
      label: t`Delete`,
      icon: IconTrash,
      whyNot: whyNot.delete,
      run: actions.onDelete,
    },
  ]
  useCommands(
    application.candidate.name,
    commands.filter((command) => command !== false),
  )
}
