import { oneOfParam, textParam } from '../../ui/search-params.ts'
import type { ActivityFilter } from '../timeline/activity-query.ts'

/** What of a record is open. On a page it is in the address, in a drawer it is not. */
export interface RecordView {
  /** The filter of the timeline. */
  activity?: Exclude<ActivityFilter, 'all'> | undefined
  /** The timeline entry that a link points to. */
  entry?: string | undefined
  /** The id of the file chosen instead of the résumé. */
  file?: string | undefined
  dialog?: 'close' | 'call' | 'approve' | 'decline' | undefined
}

export function readRecordView(search: Record<string, unknown>): RecordView {
  return {
    activity: oneOfParam(search.activity, ['comments', 'calls', 'moves', 'files', 'changes']),
    entry: textParam(search.entry),
    file: textParam(search.file),
    dialog: oneOfParam(search.dialog, ['close', 'call', 'approve', 'decline']),
  }
}
