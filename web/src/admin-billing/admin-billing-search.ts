import { flagParam, idParam, listOfParam, oneOfParam, searchParam } from '../ui/search-params.ts'

const views = ['invoices', 'seller'] as const
/** Named here, since the contract's would bring its schemas along. */
export const invoiceStateKeys = ['open', 'paid', 'void'] as const

export interface AdminPlansSearch {
  /** Left out: the plans. */
  view?: (typeof views)[number]
  /** Archived plans are shown too. */
  archived?: true
  /** The drawer for a new one is open. */
  add?: true
  /** The plan or the invoice in the drawer. */
  open?: string
  /** Of the invoices. */
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
