import * as contract from '@muster/contract/application-export.ts'
import type { QueryOf } from '@muster/contract/endpoint.ts'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { t } from '#texts'
import { candidateListColumns } from '../candidates/candidate-columns.ts'
import { exportFields, headersOf } from '../custom-fields/export-fields.ts'
import type { Database } from '../database/connect.ts'
import { inOrder, type SortColumn } from '../database/keyset.ts'
import { opaqueId } from '../database/opaque-id.ts'
import { sendExport } from '../exports/send-export.ts'
import { type Context, streamHandler } from '../http/handler.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { applicationColumns } from './export-columns.ts'
import { allOf, applicationConditions, withFieldConditions } from './filter-applications.ts'
import type { ApplicationFilters } from './filter-by-report.ts'
import { applicationOrder } from './list-applications.ts'

interface ListedRows {
  tx: Database
  actor: Actor
  query: QueryOf<typeof contract.exportApplications>
}

type ExportRequest = ListedRows & Pick<Context<typeof contract.exportApplications>, 'caller' | 'services'>

/**
 * Selects the list's rows with everything its columns may need. PostgreSQL's planner drops the joins no column uses.
 */
function selectRows(
  { tx, actor }: ListedRows,
  filters: ApplicationFilters,
  order: SortColumn,
  ids?: readonly string[],
) {
  const here = opaqueId(actor.workspaceId)
  const rows = selectVisible(tx, actor)
    .where(allOf(applicationConditions(filters, actor)))
    .$if(ids !== undefined, (some) => some.where(sql<boolean>`applications.id = any(${ids}::uuid[])`))
    .leftJoin('candidates as c', (join) =>
      join.on('c.workspace_id', '=', here).onRef('c.id', '=', 'applications.candidate_id'),
    )
    .leftJoin('positions as p', (join) =>
      join.on('p.workspace_id', '=', here).onRef('p.id', '=', 'applications.position_id'),
    )
    .leftJoin('companies as o', (join) =>
      join.on('o.workspace_id', '=', here).onRef('o.id', '=', 'p.company_id'),
    )
    .leftJoin('statuses as s', (join) =>
      join.on('s.workspace_id', '=', here).onRef('s.id', '=', 'applications.status_id'),
    )
    .leftJoin('users as u', (join) =>
      join.on('u.workspace_id', '=', here).onRef('u.id', '=', 'applications.owner_id'),
    )
    .leftJoin('dispositions as d', (join) =>
      join.on('d.workspace_id', '=', here).onRef('d.application_id', '=', 'applications.id'),
    )
    .leftJoin('reasons as r', (join) =>
      join.on('r.workspace_id', '=', here).onRef('r.id', '=', 'd.reason_id'),
    )
  return inOrder(rows, 'applications.id', order)
}

/**
 * Returns the filtered list as the columns and rows of a file.
 * @param ids only these
 */
export async function listedApplications(request: ListedRows, ids?: readonly string[]) {
  const { timezone, sort } = request.query
  const builtIn = applicationColumns()
  const fields = await exportFields(
    request.tx,
    request.actor,
    [
      { subject: 'application', prefix: 'field', column: sql.ref('applications.custom_fields') },
      { subject: 'candidate', prefix: 'candidate', column: sql.ref('c.custom_fields') },
    ],
    { builtIn: [...headersOf(builtIn), ...headersOf(candidateListColumns())], timezone },
  )
  const order = await applicationOrder(request.tx, request.actor, sort, request.query)
  const read = await withFieldConditions(request.tx, request.actor, request.query)
  return {
    name: t`Applications`,
    columns: { ...builtIn, ...fields },
    rows: selectRows(request, read, order, ids),
  }
}

async function send(request: ExportRequest, reply: FastifyReply, ids?: readonly string[]) {
  const { format, bom, timezone, columns, sort, ...filters } = request.query
  return sendExport({
    ...request,
    ...(await listedApplications(request, ids)),
    reply,
    what: 'applications',
    details: ids ? { selected: ids.length } : { filters },
  })
}

export const exportApplications = streamHandler(contract.exportApplications, (context, _, reply) =>
  send(context, reply),
)

export const exportSelectedApplications = streamHandler(
  contract.exportSelectedApplications,
  (context, _, reply) => send(context, reply, context.body.applicationIds),
)
