import * as contract from '@muster/contract/report-schedules.ts'
import { create as contentDisposition } from 'content-disposition'
import { forbidden } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { databaseNow } from '../database/database-clock.ts'
import { acquireExport } from '../exports/send-export.ts'
import { streamHandler } from '../http/handler.ts'
import { filePolicy } from '../http/security-headers.ts'
import { loadSavedReport } from '../saved-reports/present-saved-report.ts'
import { printSavedReport } from './compose-report.ts'
import { readAddress } from './read-address.ts'

export const downloadSavedReport = streamHandler(
  contract.downloadSavedReport,
  async ({ tx, actor, params, services, caller }, _, reply) => {
    if (!actor.permissions.has('reports:read')) throw forbidden()
    const { id, name, query } = await loadSavedReport(tx, actor, params.id)
    const disconnected = new AbortController()
    reply.raw.once('close', () => disconnected.abort())
    const release = await acquireExport(actor.workspaceId, disconnected.signal)
    try {
      const asOf = (await databaseNow(tx)).toISOString()
      const { timezone } = actor.workspace
      const asked = { name, address: readAddress(query), asOf, timezone }
      const file = await printSavedReport({ db: tx, config: services.config }, actor, asked)
      await recordAudit(services.db, {
        ...actor,
        action: 'reports.exported',
        ip: caller.ip,
        userAgent: caller.userAgent,
        subject: { kind: 'report', id },
        details: { format: 'pdf', report: name },
      })
      return reply
        .header('content-type', file.contentType)
        .header('content-disposition', contentDisposition(file.name))
        .header('content-security-policy', filePolicy)
        .send(file.content)
    } finally {
      release()
    }
  },
)
