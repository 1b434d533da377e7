import * as contract from '@muster/contract/admin-billing.ts'
import { handler } from '../http/handler.ts'
import { loadOffer } from '../subscriptions/plan-offer.ts'
import { loadPreview } from '../subscriptions/preview-change.ts'
import { assertWorkspace } from './workspace-billing-status.ts'

export const previewWorkspaceChange = handler(
  contract.previewWorkspaceChange,
  async ({ tx, params: { id }, query }) => {
    await assertWorkspace(tx, id)
    return loadPreview(tx, id, await loadOffer(tx, id, query, { includeHidden: true }))
  },
)
