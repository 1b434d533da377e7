import { useLingui } from '@lingui/react/macro'

/** Returns the names of the filters by their parameters in the address. */
export function useFilterNames(): Record<string, string> {
  const { t } = useLingui()
  return {
    companyId: t`Company`,
    positionId: t`Position`,
    ownerId: t`Owner`,
    agentId: t`Agent`,
    queueId: t`Call queue`,
    campaignId: t`Voice campaign`,
    source: t`Source`,
    pipelineId: t`Pipeline`,
    tag: t`Tag`,
    statusType: t`Stage`,
    disposition: t`Outcome`,
    field: t`Custom fields`,
  }
}
