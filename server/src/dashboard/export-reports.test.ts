import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { metricDefinitions } from '@muster/contract/metric-definitions.ts'
import * as reports from '@muster/contract/reports.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable } from '../imports/files/open-table.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { createReportWorld, type ReportWorld } from './fixtures/report-world.ts'

let server: TestServer
let world: ReportWorld
let folder: string

beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'muster-reports-'))
  world = await createReportWorld(server, 'UTC')
  for (const position of [0, 1, 2]) await world.act({ do: 'create', position, owner: 0, source: 0, type: 3 })
  await world.act({ do: 'close', one: 0, disposition: 0, reason: 0 })
  await world.act({ do: 'close', one: 2, disposition: 0, reason: 2 })
})

afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true })
})

async function fetchExport(endpoint: AnyEndpoint, query: Record<string, string>, as: TestUser = world.admin) {
  const response = await fetch(server.url + addressOf(endpoint, {}, query), {
    headers: { authorization: `Bearer ${as.accessToken}` },
  })
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
}

async function sheetsOf(body: Buffer): Promise<Record<string, string[][]>> {
  const path = join(folder, `${crypto.randomUUID()}.xlsx`)
  await writeFile(path, body)
  const sheets: Record<string, string[][]> = {}
  for (const { name } of (await openTable(path)).sheets ?? []) {
    sheets[name] = []
    for await (const { cells } of (await openTable(path, { sheet: name, headerRow: 1 })).rows())
      sheets[name].push(cells)
  }
  return sheets
}

describe('exports of reports', () => {
  it('have the same figures as the report', async () => {
    const { body } = await fetchExport(reports.exportProspectConversionFunnel, { format: 'csv' })
    const lines = body.toString().split('\r\n')
    expect(lines[0]).toBe('Reading,Status type,Applications,Part of the type before,Part of all created')
    expect(lines).toContain('Where they are now,Closed,2,,0.6667')
    expect(lines).toContain('How far they came,Submitted,3,1,1')
    expect(lines).toHaveLength(1 + 8 + 8 + 7 + 1)
  })

  it('name companies, reasons and types, and say where none was given', async () => {
    const { body } = await fetchExport(reports.exportCompanyDeclinedReason, { format: 'csv' })
    const lines = body.toString().split('\r\n').slice(1, -1)
    expect(lines).toHaveLength(2)
    expect(lines.join('\n')).toMatch(/^Company .+,None given,Submitted,1$/m)
    const endings = await fetchExport(reports.exportProspectFinalDisposition, { format: 'csv' })
    expect(endings.body.toString()).toMatch(/^Declined by company,.*,Submitted,1\r$/m)
  })

  it('have filters and definitions on a sheet of their own', async () => {
    const { body } = await fetchExport(reports.exportProspectConversionFunnel, {
      format: 'xlsx',
      source: 'Referral',
    })
    const sheets = await sheetsOf(body)
    expect(Object.keys(sheets)).toEqual(['Conversion funnel', 'Filters and definitions'])
    const about = sheets['Filters and definitions']!
    expect(about).toContainEqual(['Source', 'Referral'])
    expect(about).toContainEqual(['Entered in the period', metricDefinitions.funnelEntered])
  })

  it('are logged, and not for those who may only look', async () => {
    const manager = await fetchExport(reports.exportProspectConversionFunnel, {}, world.manager)
    expect(manager.status).toBe(403)
    const rows = await server.db
      .selectFrom('audit_logs')
      .where('workspace_id', '=', world.workspaceId)
      .where('action', '=', 'reports.exported')
      .selectAll()
      .execute()
    expect(rows.length).toBeGreaterThan(0)
  })
})
