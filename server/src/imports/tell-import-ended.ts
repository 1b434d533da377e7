import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'
import type { Mailing } from '../mail/queue-mail.ts'
import { notify } from '../notifications/notify.ts'
import type { ImportActor, ImportNews } from './import-news.ts'

interface Ended {
  /** How it ended, with its counts. */
  text: string
  /** The same without a file's name, for an email. */
  headline: string
}

/** Tells who asked for an import, or for taking it back, how that ended, and everyone else what is left to tell. */
export async function tellImportEnded(
  tx: Database,
  services: Mailing,
  { workspaceId, id: importId, userId: actorId }: ImportActor,
  { text, headline }: Ended,
  news: ImportNews | null,
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
  await news?.end(tx)
}
