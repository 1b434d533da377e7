import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { databaseNow } from '../database/database-clock.ts'

/**
 * Refuses an application date in the future, as time to hire would start after the hire.
 * @throws VALIDATION
 */
export async function checkAppliedAt(tx: Database, appliedAt: string | undefined): Promise<void> {
  if (appliedAt !== undefined && Date.parse(appliedAt) > (await databaseNow(tx)).getTime())
    throw invalid('appliedAt', t`The application date cannot be in the future`)
}
