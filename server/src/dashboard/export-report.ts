import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { type MetricDefinition, metricDefinitions } from '@muster/contract/metric-definitions.ts'
import type { reportExportQuery } from '@muster/contract/report-query.ts'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t, translate } from '#texts'
import { forbidden } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { day, type ExportColumn, number, text } from '../exports/export-column.ts'
import { sendExport } from '../exports/send-export.ts'
import { type Context, type Route, streamHandler } from '../http/handler.ts'
import { formatMoment } from '../texts/format.ts'
import { namesOfSlice } from './names-of-slice.ts'
import { type ReportPeriod, type ReportQuery, resolvePeriod } from './report-period.ts'

type Cell = string | number | null

interface ReportTable {
  /** Of the file and its sheet. */
  name: string
  /** Headers in their order; those of numbers and of days, which are moments, are marked. */
  columns: readonly { header: string; isNumber?: boolean; isDay?: boolean; width?: number }[]
  rows: readonly (readonly Cell[])[]
  /** What the figures are, each under the name it has on screen. */
  definitions: readonly (readonly [string, MetricDefinition])[]
  /** The same in any period: it says when it was made instead. */
  ofNow?: true
}

type Asked = Pick<Context<AnyEndpoint>, 'tx' | 'actor'> & { query: ReportQuery }

/** A column of the rows, which come back from the database as they went in: COPY is how files are written here. */
function columnAt(column: ReportTable['columns'][number], index: number): ExportColumn {
  const cell = sql`report.cells->>${sql.lit(index)}`
  if (column.isDay) return day(column.header, sql`(${cell})::timestamptz`)
  return column.isNumber
    ? number(column.header, sql`(${cell})::float8`)
    : text(column.header, cell, { width: column.width ?? 26 })
}

/** What the rows are of, and what each figure means, for a sheet of its own. */
async function aboutReport({ tx, actor, query }: Asked, period: ReportPeriod, table: ReportTable) {
  const { from, to, previousFrom, previousTo, timezone } = period
  const compares = table.definitions.some(([, key]) => key === 'comparison')
  return {
    title: t`Filters and definitions`,
    lines: [
      [t`Report`, table.name],
      table.ofNow
        ? [t`As of`, formatMoment(new Date().toISOString(), timezone)]
        : [t`Period`, `${formatMoment(from, timezone)} – ${formatMoment(to, timezone)}`],
      ...(compares
        ? [
            [
              t`Compared with`,
              `${formatMoment(previousFrom, timezone)} – ${formatMoment(previousTo, timezone)}`,
            ],
          ]
        : []),
      [t`Timezone`, timezone],
      ...(await namesOfSlice(tx, actor, query)),
      ...table.definitions.map(([label, key]) => [label, translate(metricDefinitions[key])]),
    ] as [string, string][],
  }
}

/** Returns a table as the columns and rows of a file. */
export function tableExport(tx: Database, { name, columns, rows }: TableFile['table']) {
  const cells = JSON.stringify(rows)
  return {
    name,
    columns: Object.fromEntries(
      columns.map((column, index) => [String(index).padStart(3, '_'), columnAt(column, index)]),
    ),
    rows: tx
      .selectFrom(
        sql<{ cells: unknown; place: number }>`jsonb_array_elements(${cells}::jsonb) with ordinality`.as(
          sql`report (cells, place)`,
        ),
      )
      .orderBy(sql`report.place`),
  }
}

interface TableFile {
  table: Pick<ReportTable, 'name' | 'columns' | 'rows'>
  about: { title: string; lines: [string, string][] }
  query: Pick<z.output<typeof reportExportQuery>, 'format' | 'bom' | 'timezone'>
  /** For the audit log. */
  details: Record<string, unknown>
}

/** Streams a table as a file, logged like every other export. */
export function sendTable(
  { tx, actor, services, caller }: Pick<Context<AnyEndpoint>, 'tx' | 'actor' | 'services' | 'caller'>,
  reply: FastifyReply,
  { table, about, query, details }: TableFile,
) {
  return sendExport({
    services,
    actor,
    caller,
    reply,
    query: { ...query, columns: undefined },
    ...tableExport(tx, table),
    about,
    what: 'reports',
    details,
  })
}

/**
 * The export of a report: the rows it shows as a table, streamed and logged like every other export. Who may export
 * reports may export those they may see.
 */
export function exportReport<E extends AnyEndpoint>(
  endpoint: E,
  what: string,
  load: (asked: Asked, period: ReportPeriod) => Promise<ReportTable>,
): Route {
  return streamHandler(endpoint, async (asked, _, reply) => {
    const { tx, actor, services, caller } = asked
    if (!actor.permissions.has('reports:read')) throw forbidden()
    const query = asked.query as z.output<typeof reportExportQuery>
    const period = await resolvePeriod(tx, actor, query)
    const table = await load({ tx, actor, query }, period)
    const about = await aboutReport({ tx, actor, query }, period, table)
    const { format, bom, timezone, bucket, unit, former, ...filters } = query
    return sendTable({ tx, actor, services, caller }, reply, {
      table,
      about,
      query: { format, bom, timezone },
      details: { report: what, filters: { ...filters, from: period.from, to: period.to } },
    })
  })
}
