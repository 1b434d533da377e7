import { flagParam, idParam, oneOfParam } from '../ui/search-params.ts'

export interface PlansSearch {
  /** Shows yearly prices. */
  by?: 'year'
  /** The id of the plan being chosen. */
  choose?: string
  /** The drawer for billing details is open. */
  details?: true
  /** Returning from a payment at Stripe. */
  paid?: true
  /** The drawer with the calls behind the minutes is open. */
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
