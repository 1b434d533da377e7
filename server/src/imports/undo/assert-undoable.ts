import { t } from '#texts'
import { conflict } from '../../http/app-error.ts'

/** @throws CONFLICT unless it is over and nobody took it back yet */
export function assertUndoable({
  state,
  undo_state: undo,
}: {
  state: string
  undo_state: string | null
}): void {
  if (state === 'analyzed') throw conflict(t`This import was not started`)
  if (state === 'queued' || state === 'running') throw conflict(t`This import is under way; cancel it first`)
  if (undo === 'completed') throw conflict(t`This import was taken back already`)
  if (undo === 'queued' || undo === 'running') throw conflict(t`This import is being taken back already`)
}
