import type { consentSources } from '@muster/contract/consents.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

/** Who changes a consent, and by what: an import, a merge or a call. */
interface ConsentWriter {
  /** The sample data bring entries of their own. */
  source: (typeof consentSources)[number] | 'sample'
  userId: string | null
  /** The import or the merge. */
  causeId?: string
  callId?: string
}

/**
 * Says who writes consents from here on in the transaction. The database adds an entry whenever `consent` or `do_not_call`
 * of a candidate changes (`repeatable/consent-entries.sql`).
 */
export async function writeConsentsAs(tx: Database, writer: ConsentWriter): Promise<void> {
  await sql`select set_config('muster.consent_writer', ${JSON.stringify(writer)}, true)`.execute(tx)
}

/** The user or their API key. */
export function ownSource(actor: Pick<Actor, 'userId' | 'apiKeyId'>): ConsentWriter {
  return { source: actor.apiKeyId ? 'api' : 'user', userId: actor.userId }
}
