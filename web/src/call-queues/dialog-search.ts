import { flagParam, idParam } from '../ui/search-params.ts'

/** Which dialog of call queues or of calling hours is open. */
interface DialogSearch {
  /** That for a new one. */
  add?: true | undefined
  /** That of an existing one. */
  edit?: string | undefined
}

export function readDialogSearch(search: Record<string, unknown>): DialogSearch {
  return { add: flagParam(search.add), edit: idParam(search.edit) }
}
