import { readsFacts } from '../facts/reads-facts.ts'
import { bulkApplications } from './bulk-applications.ts'
import { closeApplication } from './close-application.ts'
import { countApplicationFacets } from './count-application-facets.ts'
import { countApplications } from './count-applications.ts'
import { createApplication } from './create-application.ts'
import { decideSubmission } from './decide-submission.ts'
import { deleteApplication } from './delete-application.ts'
import { exportApplications, exportSelectedApplications } from './export-applications.ts'
import { type ApplicationFilters, readFacts } from './filter-by-report.ts'
import { getApplicantSummary } from './get-applicant-summary.ts'
import { getApplication } from './get-application.ts'
import { listApplicationFacets } from './list-application-facets.ts'
import { listApplications } from './list-applications.ts'
import { reopenApplication } from './reopen-application.ts'
import { restoreApplication } from './restore-application.ts'
import { selectApplications } from './select-applications.ts'
import { undoBatch } from './undo-batch.ts'
import { undoDecision } from './undo-decision.ts'
import { updateApplication } from './update-application.ts'

export const applicationRoutes = [
  listApplications,
  createApplication,
  bulkApplications,
  undoBatch,
  listApplicationFacets,
  countApplicationFacets,
  countApplications,
  selectApplications,
  exportApplications,
  exportSelectedApplications,
  getApplication,
  updateApplication,
  deleteApplication,
  restoreApplication,
  closeApplication,
  reopenApplication,
  decideSubmission,
  undoDecision,
  getApplicantSummary,
].map((route) => readsFacts(route, ({ query }: { query?: ApplicationFilters }) => readFacts(query ?? {})))
