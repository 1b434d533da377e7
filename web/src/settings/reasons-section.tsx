import { t } from '@lingui/core/macro'
import { Tabs } from '@mantine/core'
import { listReasons, type Party, partyKeys } from '@muster/contract/dispositions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { partyLabels } from '../texts/contract-labels.ts'
import { Section } from '../ui/section.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/state.tsx'
import { AddReason } from './add-reason.tsx'
import { ReasonRow } from './reason-row.tsx'
import classes from './settings.module.css'

/**
 * The reasons for closing applications, by party. Reasons are renamed and hidden, never deleted, so that old
 * applications keep theirs.
 */
export function ReasonsSection() {
  const [party, setParty] = useState<Party>('us')
  const mayManage = usePermission('workspace:manage')
  const { data, error, refetch } = useQuery(endpointQuery(listReasons))
  const reasons = data?.items.filter((reason) => reason.party === party)
  return (
    <Section
      title={t`Reasons for closing`}
      text={t`Shown when someone closes an application. Applications keep a reason that is later hidden.`}
    >
      <Tabs value={party} onChange={(value) => setParty((value as Party | null) ?? 'us')}>
        <Tabs.List>
          {partyKeys.map((key) => (
            <Tabs.Tab key={key} value={key}>
              {t(partyLabels[key])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={party}>
          {error && !data ? (
            <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
          ) : reasons ? (
            <ul className={classes.reasons}>
              {reasons.map((reason) => (
                <ReasonRow key={reason.id} reason={reason} editable={mayManage} />
              ))}
            </ul>
          ) : (
            <TableSkeleton rows={8} />
          )}
          {mayManage && <AddReason key={party} party={party} />}
        </Tabs.Panel>
      </Tabs>
    </Section>
  )
}
