import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'

interface AuditEntry {
  workspaceId: string
  userId: string | null
  /** `area.verb`, such as `login.failed`. */
  action: string
  ip: string | null
  userAgent?: string | null
  /** From an actor: the API key used, and the superadmin who impersonated. */
  apiKeyId?: string
  impersonation?: { by: { id: string } } | null
  subject?: { kind: string; id: string }
  /** Never a password, token or résumé text. */
  details?: Record<string, unknown>
}

/** Appends an entry to the audit log. */
export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_logs')
    .values({
      workspace_id: entry.workspaceId,
      id: newId(),
      user_id: entry.userId,
      action: entry.action,
      subject_kind: entry.subject?.kind ?? null,
      subject_id: entry.subject?.id ?? null,
      ip: entry.ip,
      user_agent: entry.userAgent ?? null,
      api_key_id: entry.apiKeyId ?? null,
      impersonator_id: entry.impersonation?.by.id ?? null,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}
