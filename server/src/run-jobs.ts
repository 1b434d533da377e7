import { endImpersonations } from './admin/end-impersonations.ts'
import { countUsage } from './admin/present-workspace-usage.ts'
import { buildSortKeys } from './custom-fields/build-sort-keys.ts'
import { applyFieldChange } from './custom-fields/changes/apply-field-change.ts'
import { removeDetachedFiles } from './custom-fields/remove-detached-files.ts'
import { removeRetiredFields } from './custom-fields/remove-retired-fields.ts'
import { applyAllPendingFacts, updateTotals } from './facts/update-facts.ts'
import { deleteUnusedAnalyses } from './imports/delete-unused-analyses.ts'
import { runImport } from './imports/run-import.ts'
import { eraseUndoneImports } from './imports/undo/erase-undone-imports.ts'
import { runUndo } from './imports/undo/run-undo.ts'
import { cleanUp } from './jobs/clean-up.ts'
import { sendMail } from './mail/send-mail.ts'
import { deliverWebhooks } from './outgoing-webhooks/deliver-webhooks.ts'
import { queueDueWebhooks, queueWebhook } from './outgoing-webhooks/queue-webhooks.ts'
import { reconcileStripe, syncStripe } from './payments/stripe/sync-stripe.ts'
import { removeFiles } from './privacy/remove-files.ts'
import { runRetention } from './privacy/run-retention.ts'
import { foldStorageChanges } from './quotas/storage-use.ts'
import { sendReminders } from './reminders/send-reminders.ts'
import { sendDueReports } from './report-schedules/send-due-reports.ts'
import { sendReport } from './report-schedules/send-report.ts'
import { writeSampleResumes } from './sample/write-sample-resumes.ts'
import type { Services } from './services.ts'
import { runBillingCycle } from './subscriptions/run-billing-cycle.ts'
import { dropOldFailures } from './uploads/reading/document-failures.ts'
import { removeUnattachedFiles } from './uploads/remove-unattached-files.ts'
import { mailEmailClaim } from './users/mail-email-claim.ts'
import { mailPasswordLink } from './users/mail-password-link.ts'
import { endLostCalls } from './voice-campaigns/end-lost-calls.ts'
import { placeCalls } from './voice-campaigns/place-calls.ts'

/** How often pending facts are looked for. */
const pendingFactsEveryMs = 500
/** How often running voice campaigns place calls. */
const placeCallsEveryMs = 1000

/** Starts workers for every kind of job on this node. */
export async function runJobs(services: Services): Promise<void> {
  // A large import delays neither a small one nor another workspace's.
  await services.jobs.work('run-import', (data, stopping) => runImport(services, data, { stopping }), {
    atOnce: 3,
    ofWorkspace: 2,
  })
  await services.jobs.work('undo-import', (data, stopping) => runUndo(services, data, stopping), {
    atOnce: 3,
    ofWorkspace: 2,
  })
  await services.jobs.work('send-mail', (data) => sendMail(services, data))
  await services.jobs.work('mail-password-link', (data) => mailPasswordLink(services, data))
  await services.jobs.work('mail-email-claim', (data) => mailEmailClaim(services, data))
  await services.jobs.work('deliver-webhooks', (place) => deliverWebhooks(services, place), {
    atOnce: 4,
    ofWorkspace: 2,
  })
  await services.jobs.work('sweep-webhooks', () => queueDueWebhooks(services))
  await services.jobs.schedule('sweep-webhooks', '* * * * *')
  await services.jobs.onNotified('muster_webhooks', (payload) => queueWebhook(services, payload))
  await services.jobs.work('send-reminders', () => sendReminders(services))
  await services.jobs.schedule('send-reminders', '* * * * *')
  await services.jobs.work('send-due-reports', () => sendDueReports(services))
  await services.jobs.schedule('send-due-reports', '* * * * *')
  await services.jobs.work('send-report', (data) => sendReport(services, data), {
    atOnce: 2,
    ofWorkspace: 1,
  })
  await services.jobs.work('remove-files', (files) => removeFiles(services, files))
  await services.jobs.work('apply-retention', () => runRetention(services))
  await services.jobs.schedule('apply-retention', '37 2 * * *')
  await services.jobs.work('erase-undone-imports', (_, stopping) =>
    eraseUndoneImports(services, { stopping }),
  )
  await services.jobs.schedule('erase-undone-imports', '7 3 * * *')
  await services.jobs.work('run-billing-cycle', () => runBillingCycle(services))
  await services.jobs.schedule('run-billing-cycle', '*/10 * * * *')
  await services.jobs.work('sync-stripe', (data) => syncStripe(services, data))
  await services.jobs.work('reconcile-stripe', () => reconcileStripe(services))
  await services.jobs.schedule('reconcile-stripe', '23 * * * *')
  await services.jobs.work('change-custom-field', (data) => applyFieldChange(services, data))
  await services.jobs.work('clean-up', async () => {
    await cleanUp(services.db)
    await deleteUnusedAnalyses(services)
    await removeUnattachedFiles(services)
    await foldStorageChanges(services.db)
    await endImpersonations(services)
    await countUsage(services.db)
    await dropOldFailures(services.db)
    await removeRetiredFields(services)
    await endLostCalls(services)
    await removeDetachedFiles(services)
  })
  await services.jobs.schedule('clean-up', '17 * * * *')
  services.jobs.repeat(pendingFactsEveryMs, () => applyAllPendingFacts(services))
  services.jobs.repeat(placeCallsEveryMs, () => placeCalls(services))
  await services.jobs.work('update-report-totals', () => updateTotals(services))
  await services.jobs.schedule('update-report-totals', '* * * * *')
  await services.jobs.work('write-sample-resumes', () => writeSampleResumes(services))
  await services.jobs.schedule('write-sample-resumes', '* * * * *')
  await services.jobs.work('build-sort-keys', (_, stopping) => buildSortKeys(services, stopping))
  await services.jobs.schedule('build-sort-keys', '* * * * *')
}
