import { flagParam, idParam, oneOfParam } from '../ui/search-params.ts'

export interface PlansSearch {
  /** Prices are for a year. */
  by?: 'year'
  /** The plan that is being chosen. */
  choose?: string
  /** Whom invoices are made out to is being edited. */
  details?: true
  /** Back from a payment at Stripe. */
  paid?: true
  /** The calls behind the minutes are shown. */
  calls?: true
}

export function readPlansSearch(search: Record<string, unknown>): PlansSearch {
  return {
    by: oneOfParam(search.by, ['year'] as const),
    choose: idParam(search.choose),
    details: flagParam(search.details),
    paid: flagParam(search.paid),
    calls: flagParam(search.calls),
  }
}
