import { flagParam, idParam, oneOfParam } from '../ui/search-params.ts'

export interface WebhooksSearch {
  /** The drawer for a new webhook is open. */
  add?: true
  /** The webhook in the drawer, and its tab. */
  webhook?: string
  part?: 'deliveries'
}

export function readWebhooksSearch(search: Record<string, unknown>): WebhooksSearch {
  return {
    add: flagParam(search.add),
    webhook: idParam(search.webhook),
    part: oneOfParam(search.part, ['deliveries']),
  }
}
