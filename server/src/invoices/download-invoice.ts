import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/invoices.ts'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { t } from '#texts'
import { conflict, notFound } from '../app-error.ts'
import { type Context, streamHandler } from '../http/handler.ts'
import { filePolicy } from '../http/security-headers.ts'
import { drawInvoice } from './draw-invoice.ts'
import type { Seller } from './open-invoice.ts'
import { presentInvoice, selectInvoices } from './present-invoice.ts'

/** @throws NOT_FOUND, or CONFLICT for one of Stripe's */
export async function sendInvoice(
  { tx, services: { config } }: Pick<Context<AnyEndpoint>, 'tx' | 'services'>,
  id: string,
  workspaceId: string | null,
  reply: FastifyReply,
): Promise<unknown> {
  const row = await selectInvoices(tx)
    .where('invoices.id', '=', id)
    .$if(workspaceId !== null, (own) => own.where('invoices.workspace_id', '=', workspaceId!))
    .innerJoin('workspaces', 'workspaces.id', 'invoices.workspace_id')
    .select('workspaces.timezone')
    .executeTakeFirst()
  if (!row) throw notFound(t`Invoice`)
  if (row.provider === 'stripe')
    throw conflict(t`This invoice is stored in Stripe. Download it there.`, { url: row.hosted_url })
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', contentDisposition(`${row.number}.pdf`))
    .header('content-security-policy', filePolicy)
    .send(
      drawInvoice(presentInvoice(row), row.seller as unknown as Seller, {
        timezone: row.timezone,
        fontFiles: config.pdfFonts,
      }),
    )
}

export const downloadInvoice = streamHandler(contract.downloadInvoice, (context, _, reply) =>
  sendInvoice(context, context.params.id, context.actor.workspaceId, reply),
)
