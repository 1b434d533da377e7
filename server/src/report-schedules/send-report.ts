import type { ExploreAddress } from '@muster/contract/explore-address.ts'
import type { deliveryOutcomes } from '@muster/contract/report-schedules.ts'
import { sql } from 'kysely'
import { firstLanguage, inLanguage } from '#texts'
import { AppError } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import { applyPendingFacts } from '../facts/apply-pending-facts.ts'
import type { JobData } from '../jobs/jobs.ts'
import { reserveReport } from '../mail/mail-limits.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findSavedReports } from '../saved-reports/present-saved-report.ts'
import type { Services } from '../services.ts'
import { loadUserActors, type UserActor } from '../session/load-user-actors.ts'
import { type ComposedReport, composeFailure, composeReport } from './compose-report.ts'
import { readAddress } from './read-address.ts'
import { recipientStateOf } from './recipients.ts'
import { subscriptionToken } from './subscription-token.ts'

type Outcome = (typeof deliveryOutcomes)[number]
type Place = JobData['send-report']

/** After so many attempts, the email says that the report failed. */
const maxAttempts = 5
/** How long an attempt waits for facts that are being built. */
const buildWithinMs = 30_000

interface Sending {
  report_id: string
  schedule_id: string | null
  user_id: string
  attempts: number
  created_at: string
  with_pdf: boolean
  with_rows: boolean
  /** Of the schedule; null without one. */
  timezone: string | null
}

interface Delivery {
  user_id: string
  unsubscribed_at: string | null
}

/** What all deliveries of a sending share. */
interface Asked {
  place: Place
  sending: Sending
  /** Undefined if the owner of the schedule does not see the report any more, or may not sign in. */
  report: { name: string; address: ExploreAddress } | undefined
  mayShare: boolean
}

/** What its schedule sets now; without one, what it was asked with. */
const ofSchedule = (column: 'with_rows' | 'with_pdf') => sql`coalesce((
  select s.${sql.ref(column)} from report_schedules s where s.workspace_id = g.workspace_id and s.id = g.schedule_id
), g.${sql.ref(column)}) as ${sql.ref(column)}`

/** Counts an attempt. */
async function startAttempt(db: Database, { workspaceId, sendingId }: Place): Promise<Sending | undefined> {
  const { rows } = await sql<Sending>`
    update report_sendings g set attempts = g.attempts + 1
    where g.workspace_id = ${workspaceId} and g.id = ${sendingId}
    returning g.report_id, g.schedule_id, g.user_id, g.attempts, g.created_at, ${ofSchedule('with_rows')},
      ${ofSchedule('with_pdf')}, (
        select s.timezone from report_schedules s where s.workspace_id = g.workspace_id and s.id = g.schedule_id
      ) as timezone
  `.execute(db)
  return rows[0]
}

async function pendingDeliveries(db: Database, { workspaceId, sendingId }: Place, sending: Sending) {
  const { rows } = await sql<Delivery>`
    select d.user_id, r.unsubscribed_at
    from report_deliveries d
    left join report_recipients r
      on r.workspace_id = d.workspace_id and r.schedule_id = ${sending.schedule_id} and r.user_id = d.user_id
    where d.workspace_id = ${workspaceId} and d.sending_id = ${sendingId} and d.outcome = 'pending'
    order by d.user_id
  `.execute(db)
  return rows
}

/** Stores the outcome of a delivery that is still pending. Returns whether it was: another worker may have been first. */
async function settle(tx: Database, { workspaceId, sendingId }: Place, userId: string, outcome: Outcome) {
  const { numUpdatedRows } = await tx
    .updateTable('report_deliveries')
    .set({ outcome, ended_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('sending_id', '=', sendingId)
    .where('user_id', '=', userId)
    .where('outcome', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns why a recipient gets nothing; null if they get the report. */
function refusalOf(asked: Asked, delivery: Delivery, recipient: UserActor | undefined): Outcome | null {
  const { report, sending, mayShare } = asked
  if (!report || (!mayShare && delivery.user_id !== sending.user_id)) return 'withdrawn'
  const state = recipientStateOf(recipient, report.address, delivery)
  return state === 'active' ? null : state
}

/**
 * Makes the report as its recipient sees it. A question that cannot be answered for them is a report that says so, and so is
 * what failed too often.
 * @throws what may succeed later
 */
async function compose(
  services: Services,
  { sending, report }: Asked,
  recipient: UserActor,
  unsubscribeToken: string | null,
): Promise<ComposedReport> {
  const { address, name } = report!
  const asked = {
    name,
    address,
    asOf: sending.created_at,
    timezone: sending.timezone ?? recipient.workspace.timezone,
    withPdf: sending.with_pdf,
    withRows: sending.with_rows,
    unsubscribeToken,
  }
  try {
    return await composeReport(services, recipient, asked)
  } catch (error) {
    const isRefused = error instanceof AppError && error.code !== 'UNAVAILABLE'
    if (!isRefused && sending.attempts < maxAttempts) throw error
    return composeFailure(services, recipient, { ...asked, isRefused })
  }
}

async function deliver(services: Services, asked: Asked, delivery: Delivery): Promise<void> {
  const { place, sending } = asked
  const { workspaceId, sendingId } = place
  const { user_id: userId } = delivery
  const recipient = (await loadUserActors(services.db, workspaceId, [userId])).get(userId)
  const refusal = refusalOf(asked, delivery, recipient)
  if (refusal || !recipient) {
    await settle(services.db, place, userId, refusal ?? 'inactive')
    return
  }
  const token = sending.schedule_id
    ? await subscriptionToken(services.db, { workspaceId, scheduleId: sending.schedule_id, userId })
    : null
  const composed = await inLanguage(firstLanguage(recipient.language), () =>
    compose(services, asked, recipient, token),
  )
  await writeTransaction(services.db, async (tx) => {
    const isReserved = await reserveReport(tx, userId)
    if (!(await settle(tx, place, userId, isReserved ? composed.outcome : 'limited')) || !isReserved) return
    const mailId = await queueMail(tx, services, workspaceId, {
      to: recipient.email,
      userId,
      ...composed.email,
      attachments: composed.attachments,
      ...(composed.unsubscribeUrl && { unsubscribeUrl: composed.unsubscribeUrl }),
    })
    await tx
      .updateTable('report_deliveries')
      .set({ mail_id: mailId })
      .where('workspace_id', '=', workspaceId)
      .where('sending_id', '=', sendingId)
      .where('user_id', '=', userId)
      .execute()
    await recordAudit(tx, {
      workspaceId,
      userId: sending.user_id,
      action: 'report.emailed',
      ip: null,
      subject: { kind: 'report', id: sending.report_id },
      details: {
        name: asked.report!.name,
        recipient: recipient.name,
        outcome: composed.outcome,
        attachments: composed.attachments.map(({ name }) => name),
      },
    })
  })
}

async function loadAsked(db: Database, place: Place, sending: Sending): Promise<Asked> {
  const owner = (await loadUserActors(db, place.workspaceId, [sending.user_id])).get(sending.user_id)
  const [report] = owner?.permissions.has('reports:read')
    ? await findSavedReports(db, owner, [sending.report_id])
    : []
  return {
    place,
    sending,
    report: report && { name: report.name, address: readAddress(report.query) },
    mayShare: owner?.permissions.has('views:share') ?? false,
  }
}

/**
 * Sends a report to those recipients of a sending who have not got it yet, each as they may see it now. What fails for one does
 * not keep it from the others.
 */
export async function sendReport(services: Services, place: Place): Promise<void> {
  const { db } = services
  const sending = await startAttempt(db, place)
  if (!sending) return
  const deliveries = await pendingDeliveries(db, place, sending)
  if (deliveries.length === 0) return
  const asked = await loadAsked(db, place, sending)
  await applyPendingFacts(db, place.workspaceId, buildWithinMs).catch((error: unknown) => {
    // Reported to the recipients as a failure, if it lasts.
    if (sending.attempts < maxAttempts) throw error
  })
  const failures: unknown[] = []
  for (const delivery of deliveries)
    await deliver(services, asked, delivery).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
