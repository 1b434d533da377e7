import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import { notify } from '../notifications/notify.ts'
import type { ImportActor, ProgressAnnouncer } from './progress-announcer.ts'

interface Ended {
  /** How it ended, with its counts. */
  text: string
  /** The same without a file's name, for an email. */
  headline: string
}

/** Notifies the user whose import or undo has ended, and announces the changes that were not announced yet. */
export async function notifyImportEnded(
  tx: Database,
  services: Mailing,
  { workspaceId, id: importId, userId: actorId }: ImportActor,
  { text, headline }: Ended,
  announcer: ProgressAnnouncer | null,
): Promise<void> {
  await notify(tx, services, 'import_finished', {
    workspaceId,
    userIds: [actorId],
    actorId,
    text: () => text,
    headline: () => headline,
    path: `/imports/new?id=${importId}`,
    importId,
  })
  await announce(tx, workspaceId, { kind: 'import-progressed', importId, actorId })
  await announcer?.flush(tx)
}
