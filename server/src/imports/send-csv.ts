import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

/** Sends rows as a CSV file. `nameOf` names it after the imported file, whose name it gets without its ending. */
export function sendCsv(
  reply: FastifyReply,
  importedFile: string,
  nameOf: (name: string) => string,
  rows: AsyncIterable<string>,
) {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', contentDisposition(nameOf(importedFile.replace(/\.\w{1,5}$/, ''))))
    .send(Readable.from(rows))
}
