import { dispositions } from '@muster/contract/dispositions.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { t, translate } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { formatList } from '../texts/format.ts'
import type { ExploreFilters } from './explore-facts.ts'

type Named = 'companies' | 'positions' | 'users' | 'agents' | 'pipelines' | 'reasons'

const isId = (value: string) => value.length === 36

/** Returns the filters of a report in words: each with the values it allows. */
export async function namesOfFilters(
  db: Database,
  actor: Actor,
  filters: ExploreFilters,
): Promise<[string, string][]> {
  const names = async (table: Named, values: readonly string[] = []) => {
    const ids = values.filter(isId)
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.table(table)}
      where workspace_id = ${actor.workspaceId} and id = any(${ids}::uuid[]) order by name
    `.execute(db)
    const words = values.filter((value) => !isId(value)).map((value) => (value === 'me' ? t`me` : t`none`))
    return [...rows.map(({ name }) => name), ...words]
  }
  const states = { open: t`open`, on_hold: t`on hold`, closed: t`closed` }
  const yesOrNo = (value: boolean | undefined, yes: string, no: string) =>
    value === undefined ? [] : [value ? yes : no]
  const lines: [string, string[]][] = [
    [t`Company`, await names('companies', filters.companyId)],
    [t`Position`, await names('positions', filters.positionId)],
    [t`State of the position`, (filters.positionState ?? []).map((state) => states[state])],
    [t`Pipeline`, await names('pipelines', filters.pipelineId)],
    [t`Owner`, await names('users', filters.ownerId)],
    [t`Agent`, await names('agents', filters.agentId)],
    [t`Source`, [...(filters.source ?? []), ...yesOrNo(filters.sourceless, t`none`, t`any`)]],
    [t`Tag`, filters.tag ?? []],
    [t`Stage`, (filters.statusType ?? []).map((type) => translate(statusTypes[type].label))],
    [t`Outcome`, (filters.disposition ?? []).map((key) => translate(dispositions[key].label))],
    [t`Reason`, await names('reasons', filters.reasonId)],
    [t`State`, yesOrNo(filters.open, t`open`, t`closed`)],
  ]
  const set = lines.filter(([, values]) => values.length > 0)
  return set.length > 0 ? set.map(([label, values]) => [label, formatList(values)]) : [[t`Filters`, t`None`]]
}
