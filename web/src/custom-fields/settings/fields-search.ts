import { flagParam, idParam, oneOfParam } from '../../ui/search-params.ts'

export interface FieldsSearch {
  /** The tab; candidates where left out. */
  subject?: 'application' | 'position' | 'company' | 'call'
  /** The drawer for a new field is open. */
  add?: true
  /** The field in the drawer. */
  field?: string
}

export function readFieldsSearch(search: Record<string, unknown>): FieldsSearch {
  return {
    subject: oneOfParam(search.subject, ['application', 'position', 'company', 'call']),
    add: flagParam(search.add),
    field: idParam(search.field),
  }
}
