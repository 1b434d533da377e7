import { isStaff } from '@muster/contract/client-access.ts'
import * as contract from '@muster/contract/reviews.ts'
import { create as contentDisposition } from 'content-disposition'
import { recordAudit } from '../audit/record-audit.ts'
import { streamHandler } from '../http/handler.ts'
import { filePolicy } from '../http/security-headers.ts'
import { readCoveredResume } from './load-covered-resume.ts'

/** Its name tells nothing of the file's: that may contain contact data. */
export const downloadCoveredResume = streamHandler(
  contract.downloadCoveredResume,
  async ({ actor, params, services, caller }, _request, reply) => {
    const content = await readCoveredResume(services, actor, params.id)
    if (!isStaff(actor.role))
      await recordAudit(services.db, {
        ...actor,
        action: 'submission.resume_downloaded',
        ip: caller.ip,
        subject: { kind: 'application', id: params.id },
      })
    return reply
      .header('content-type', 'application/pdf')
      .header('content-length', content.length)
      .header('content-disposition', contentDisposition('resume.pdf'))
      .header('content-security-policy', filePolicy)
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .send(content)
  },
)
