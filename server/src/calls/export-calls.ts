import * as contract from '@muster/contract/calls.ts'
import type { QueryOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { inCurrentLanguage, t, translate } from '#texts'
import { exportListFields } from '../custom-fields/export-fields.ts'
import type { Database } from '../database/connect.ts'
import { number, text, time } from '../exports/export-column.ts'
import { exportList } from '../exports/export-list.ts'
import type { Actor } from '../session/actor.ts'
import { callLabels } from './call-labels.ts'
import { callOrders, findCalls, readCallFields } from './list-calls.ts'

const the = (column: string) => sql.ref(`list.${column}`)

interface ListedRows {
  tx: Database
  actor: Actor
  query: QueryOf<typeof contract.exportCalls>
}

/** Returns the filtered list as the columns and rows of a file. */
export async function listedCalls({ tx, actor, query }: ListedRows) {
  const labels: Record<string, string> = callLabels
  const format = inCurrentLanguage((value: string) => translate(labels[value] ?? value))
  const builtIn = {
    started: time(t`Started`, the('started_at')),
    candidate: text(t`Candidate`, the('candidate_name'), { width: 24 }),
    position: text(t`Position`, the('position_name'), { width: 28, repeats: true }),
    company: text(t`Company`, the('company_name'), { width: 24, repeats: true }),
    agent: text(t`Agent`, the('agent_name'), { repeats: true }),
    kind: text(t`Type`, the('agent_kind'), { format, repeats: true }),
    direction: text(t`Direction`, the('direction'), { format, repeats: true }),
    lifecycle: text(t`Call status`, the('lifecycle'), { format, repeats: true }),
    endReason: text(t`Call result`, the('end_reason'), { format, repeats: true, width: 24 }),
    outcome: text(t`Outcome`, the('outcome'), { format, repeats: true, width: 24 }),
    suggestedOutcome: text(t`Suggested outcome`, the('suggested_outcome'), {
      format,
      repeats: true,
      width: 24,
    }),
    seconds: number(t`Seconds`, the('duration_seconds')),
    callback: time(t`Callback`, the('callback_at')),
    summary: text(t`Summary`, the('summary'), { width: 40, contact: true }),
    from: text(t`From`, the('from_number'), { contact: true }),
    to: text(t`To`, the('to_number'), { contact: true }),
    applicationId: text(t`Application ID`, the('application_id'), { width: 38 }),
    id: text(t`ID`, the('id'), { width: 38 }),
  }
  return {
    name: t`Calls`,
    columns: { ...builtIn, ...(await exportListFields(tx, actor, 'call', builtIn, query.timezone)) },
    rows: findCalls(tx, actor, query, await readCallFields(tx, actor, query))
      .leftJoin('companies as o', (join) =>
        join.onRef('o.workspace_id', '=', 'p.workspace_id').onRef('o.id', '=', 'p.company_id'),
      )
      .select(['o.name as company_name', 'calls.from_number', 'calls.to_number']),
    idColumn: 'calls.id',
    order: callOrders[query.sort],
  }
}

export const exportCalls = exportList(
  contract.exportCalls,
  { sees: 'calls:read', what: 'calls' },
  listedCalls,
)
