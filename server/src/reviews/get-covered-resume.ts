import * as contract from '@muster/contract/reviews.ts'
import { handler } from '../http/handler.ts'
import { loadCoveredResume } from './load-covered-resume.ts'

/** Runs outside a transaction, which would stay open while the document is read. */
export const getCoveredResume = handler(
  contract.getCoveredResume,
  ({ actor, params, services }) => loadCoveredResume(services, actor, params.id),
  { transaction: false },
)
