import { t } from '@lingui/core/macro'
import { dispositionLabels } from '../texts/contract-words.ts'
import type { ApplicationRow } from './queries.ts'

/** How an application ended: "Withdrawn: Compensation". The reason is the workspace's own name. */
export function endedAs({ kind, reason }: NonNullable<ApplicationRow['disposition']>): string {
  const how = t(dispositionLabels[kind])
  return reason ? t`${how}: ${reason}` : how
}
