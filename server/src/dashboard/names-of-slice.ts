import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { formatList } from '../texts/format.ts'
import { namesInScope } from './names-in-scope.ts'
import type { ReportQuery } from './report-period.ts'

type Slice = Partial<Pick<ReportQuery, 'companyId' | 'positionId' | 'ownerId' | 'agentId' | 'source'>>

/** Returns the report's filters as pairs of label and values. */
export async function namesOfSlice(
  db: Database,
  actor: Actor,
  { companyId, positionId, ownerId, agentId, source }: Slice,
): Promise<[string, string][]> {
  const names = (table: Parameters<typeof namesInScope>[2], ids: readonly string[] | undefined) =>
    namesInScope(db, actor, table, ids)
  const filters: [string, string[]][] = [
    [t`Company`, await names('companies', companyId)],
    [t`Position`, await names('positions', positionId)],
    [t`Owner`, await names('users', ownerId)],
    [t`Agent`, await names('agents', agentId)],
    [t`Source`, [...(source ?? [])]],
  ]
  const narrowed = filters.filter(([, values]) => values.length > 0)
  return narrowed.length > 0
    ? narrowed.map(([label, values]) => [label, formatList(values)])
    : [[t`Filters`, t`None`]]
}
