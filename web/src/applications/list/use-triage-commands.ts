import { t } from '@lingui/core/macro'
import {
  IconArrowRight,
  IconFolderX,
  IconMessage,
  IconPhonePlus,
  IconRotateClockwise,
  IconUser,
  IconUserShare,
} from '@tabler/icons-react'
import { type Command, useCommands } from '../../layout/use-commands.ts'
import { useCurrentUser } from '../../session/session.ts'
import { type BulkResult, subjectOf } from '../act-on-applications.ts'
import { assign, reopen } from '../application-actions.ts'
import type { Selected } from './selected.ts'

interface Actions {
  /** Act on the row with the cursor, while none are selected. */
  onOpen: () => void
  onComment: () => void
  onLogCall: () => void
  onMove: () => void
  onClose: () => void
  onDone: (result: BulkResult | null) => void
}

/** Offers commands for the selected rows or, if there are none, for the row with the cursor. */
export function useTriageCommands(selected: Selected, isTicked: boolean, actions: Actions) {
  const { id, name } = useCurrentUser()
  const { subjects, able, closed } = selected
  const commands: (Command | false)[] = [
    !isTicked && { id: 'open', label: t`Open`, icon: IconUser, keys: ['Enter'], run: actions.onOpen },
    able.move > 0 && {
      id: 'move',
      label: t`Move…`,
      icon: IconArrowRight,
      keys: ['s'],
      run: actions.onMove,
    },
    !isTicked &&
      able.comment > 0 && {
        id: 'comment',
        label: t`Write a comment`,
        icon: IconMessage,
        keys: ['c'],
        run: actions.onComment,
      },
    !isTicked &&
      able.call > 0 && {
        id: 'call',
        label: t`Log a call`,
        icon: IconPhonePlus,
        keys: ['l'],
        run: actions.onLogCall,
      },
    able.edit > 0 && {
      id: 'assign',
      label: t`Assign to me`,
      icon: IconUserShare,
      run: () => void assign(subjects, { id, name }).then(actions.onDone),
    },
    able.close > 0 && {
      id: 'close',
      label: t`Close…`,
      icon: IconFolderX,
      keys: ['e'],
      run: actions.onClose,
    },
    able.reopen > 0 &&
      closed > 0 && {
        id: 'reopen',
        label: t`Reopen`,
        icon: IconRotateClockwise,
        run: () => void reopen(subjects).then(actions.onDone),
      },
  ]
  useCommands(subjectOf(subjects), subjects.length > 0 ? commands.filter((command) => command !== false) : [])
}
