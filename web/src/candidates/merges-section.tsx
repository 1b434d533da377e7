import type { MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { listCandidateMerges } from '@muster/contract/candidate-merges.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { formatDateTime } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { fieldLabels } from './candidate-fields.tsx'
import classes from './candidates.module.css'
import { type Merge, useUnmerge } from './use-merge.ts'

function KeptRow({ kept }: { kept: Merge['kept'][number] }) {
  if (kept.kind === 'application')
    return (
      <TextLink to="/applications/$id" params={{ id: kept.key }} size="xs">
        {kept.value ?? t`An application`}
      </TextLink>
    )
  const label = (fieldLabels as Record<string, MessageDescriptor | undefined>)[kept.key]
  return label ? t(label) : kept.key
}

function MergeRow({ merge }: { merge: Merge }) {
  const unmerge = useUnmerge()
  const mayWrite = usePermission('candidates:write')
  const { merged, survivor, by, undone, kept } = merge
  const when = formatDateTime(merge.at)
  return (
    <li className={classes.row}>
      <span className={classes.where}>
        <span>
          <Trans>
            {merged.name} was merged into {survivor.name}
          </Trans>
        </span>
        <span className={classes.caption}>
          <Trans>
            {when} by {by.name}
          </Trans>
        </span>
        {undone && (
          <span className={classes.caption}>
            <Trans>
              Unmerged {formatDateTime(undone.at)} by {undone.by.name}
            </Trans>
          </span>
        )}
        {kept.length > 0 && (
          <span className={classes.caption}>
            <Trans>Not reverted because of later changes:</Trans>{' '}
            {kept.map((one, index) => (
              <span key={`${one.kind} ${one.key}`}>
                {index > 0 && ', '}
                <KeptRow kept={one} />
              </span>
            ))}
          </span>
        )}
      </span>
      {!undone && mayWrite && (
        <Button
          size="xs"
          variant="default"
          loading={unmerge.isPending}
          disabled={!merge.can.undo}
          title={merge.whyNot ?? undefined}
          aria-label={t`Unmerge ${merged.name}`}
          onClick={() => unmerge.mutate(merge)}
        >
          <Trans>Unmerge</Trans>
        </Button>
      )}
    </li>
  )
}

/** Lists the candidates merged into this one, when and by whom, with an Undo. */
export function MergesSection({ candidateId }: { candidateId: string }) {
  const { data } = useQuery(endpointQuery(listCandidateMerges, { params: { id: candidateId } }))
  if (!data || data.items.length === 0) return null
  return (
    <Section title={t`Merges`}>
      <ul className={classes.rows}>
        {data.items.map((merge) => (
          <MergeRow key={merge.id} merge={merge} />
        ))}
      </ul>
    </Section>
  )
}
