import { oneOfParam, textParam } from '../ui/search-params.ts'

export interface PrivacySearch {
  /** The retention rule whose rows are shown, and its age. */
  rule?: 'candidates' | 'files' | 'calls'
  months?: number
}

export function readPrivacySearch(search: Record<string, unknown>): PrivacySearch {
  const months = Number(typeof search.months === 'number' ? search.months : textParam(search.months))
  return {
    rule: oneOfParam(search.rule, ['candidates', 'files', 'calls']),
    months: Number.isInteger(months) && months >= 1 && months <= 600 ? months : undefined,
  }
}
