import { flagParam, idParam } from '../ui/search-params.ts'

export interface CallingHoursSearch {
  /** The dialog for new hours is open. */
  add?: true | undefined
  /** The hours in the dialog. */
  edit?: string | undefined
}

export function readCallingHoursSearch(search: Record<string, unknown>): CallingHoursSearch {
  return { add: flagParam(search.add), edit: idParam(search.edit) }
}
