import { t } from '#texts'
import { conflict } from '../../app-error.ts'

/** @throws CONFLICT unless the import has ended and was not undone yet */
export function assertUndoable({
  state,
  undo_state: undo,
}: {
  state: string
  undo_state: string | null
}): void {
  if (state === 'analyzed') throw conflict(t`This import has not started`)
  if (state === 'queued' || state === 'running')
    throw conflict(t`This import is in progress. Cancel it first.`)
  if (undo === 'completed') throw conflict(t`This import has already been undone`)
  if (undo === 'queued' || undo === 'running') throw conflict(t`This import is already being undone`)
}
