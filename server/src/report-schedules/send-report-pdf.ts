import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import type { ExploreAddress } from '@muster/contract/explore-address.ts'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { forbidden } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { databaseNow } from '../database/database-clock.ts'
import { acquireExport } from '../exports/send-export.ts'
import type { Context } from '../http/handler.ts'
import { filePolicy } from '../http/security-headers.ts'
import { printReportOf } from './compose-report.ts'

/** Sends a question with its chart and figures, as its reader may see it now, as a PDF. */
export async function sendReportPdf(
  { tx, actor, services, caller }: Pick<Context<AnyEndpoint>, 'tx' | 'actor' | 'services' | 'caller'>,
  reply: FastifyReply,
  {
    name,
    address,
    savedReportId,
  }: { name: string; address: ExploreAddress; savedReportId?: string | undefined },
) {
  if (!actor.permissions.has('reports:read')) throw forbidden()
  const disconnected = new AbortController()
  reply.raw.once('close', () => disconnected.abort())
  const release = await acquireExport(actor.workspaceId, disconnected.signal)
  try {
    const asOf = (await databaseNow(tx)).toISOString()
    const { timezone } = actor.workspace
    const asked = { name, address, asOf, timezone }
    const file = await printReportOf({ db: tx, config: services.config }, actor, asked)
    await recordAudit(services.db, {
      ...actor,
      action: 'reports.exported',
      ip: caller.ip,
      userAgent: caller.userAgent,
      ...(savedReportId && { subject: { kind: 'report', id: savedReportId } }),
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
}
