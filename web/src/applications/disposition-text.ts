import { t } from '@lingui/core/macro'
import { dispositionLabels } from '../texts/contract-labels.ts'
import type { ApplicationRow } from './queries.ts'

/** Describes a disposition: "Withdrawn: Compensation". The reason is the workspace's own name. */
export function dispositionText({ kind, reason }: NonNullable<ApplicationRow['disposition']>): string {
  const how = t(dispositionLabels[kind])
  return reason ? t`${how}: ${reason}` : how
}
