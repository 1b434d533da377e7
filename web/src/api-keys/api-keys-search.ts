import { flagParam, idParam } from '../ui/search-params.ts'

export interface ApiKeysSearch {
  /** The drawer for a new key is open. */
  add?: true
  /** The id of the key in the drawer. */
  key?: string
}

export function readApiKeysSearch(search: Record<string, unknown>): ApiKeysSearch {
  return { add: flagParam(search.add), key: idParam(search.key) }
}
