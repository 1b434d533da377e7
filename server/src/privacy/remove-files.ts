import { removeStored } from '../files/remove-stored.ts'
import type { JobData } from '../jobs/jobs.ts'
import type { Services } from '../services.ts'

/** Deletes the bytes of files whose rows are gone. */
export async function removeFiles(services: Services, { keys }: JobData['remove-files']): Promise<void> {
  await removeStored(services, keys, { isJob: true })
}
