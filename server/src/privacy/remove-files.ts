import type { JobData } from '../jobs/jobs.ts'
import type { Services } from '../services.ts'

/** Removes the bytes of files whose rows are gone; one that is gone already is as good. */
export async function removeFiles({ files }: Services, { keys }: JobData['remove-files']): Promise<void> {
  for (const key of keys) await files.remove(key)
}
