import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Caller } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import type { loadSchedule } from './load-schedules.ts'

/** What of a schedule is in the audit log, besides its report and people. */
const logged = [
  'frequency',
  'weekdays',
  'monthDay',
  'hour',
  'timezone',
  'withPdf',
  'withRows',
  'isPaused',
] as const

/** Writes an audit entry with when a report is sent and to whom. */
export async function recordScheduleChange(
  tx: Database,
  { actor, caller }: { actor: Actor; caller: Caller },
  change: 'scheduled' | 'schedule_changed' | 'schedule_deleted',
  schedule: Awaited<ReturnType<typeof loadSchedule>>,
): Promise<void> {
  const { report, owner, recipients } = schedule
  await recordAudit(tx, {
    ...actor,
    action: `report.${change}`,
    ip: caller.ip,
    userAgent: caller.userAgent,
    subject: { kind: 'report', id: report.id },
    details: {
      name: report.name,
      ...(owner.id !== actor.userId && { owner: owner.name }),
      ...Object.fromEntries(logged.map((name) => [name, schedule[name]])),
      recipients: recipients.map(({ user }) => user.name),
    },
  })
}
