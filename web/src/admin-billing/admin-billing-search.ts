import { flagParam, idParam, listOfParam, oneOfParam, searchParam } from '../ui/search-params.ts'

const views = ['invoices', 'seller'] as const
/** Repeated here, since importing the contract's would bundle its schemas. */
export const invoiceStateKeys = ['open', 'paid', 'void'] as const

export interface AdminPlansSearch {
  /** Undefined for the plans. */
  view?: (typeof views)[number]
  /** Includes archived plans. */
  archived?: true
  /** The drawer for a new plan is open. */
  add?: true
  /** The id of the plan or invoice in the drawer. */
  open?: string
  /** Searches the invoices. */
  q?: string
  state?: (typeof invoiceStateKeys)[number][]
}

export function readAdminPlansSearch(search: Record<string, unknown>): AdminPlansSearch {
  return {
    view: oneOfParam(search.view, views),
    archived: flagParam(search.archived),
    add: flagParam(search.add),
    open: idParam(search.open),
    q: searchParam(search.q),
    state: listOfParam(search.state, invoiceStateKeys),
  }
}
