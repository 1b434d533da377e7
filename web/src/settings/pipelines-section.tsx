import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { listPipelines } from '@muster/contract/pipelines.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery, type RowOf } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/state.tsx'
import classes from './pipelines-section.module.css'

/** As many positions as a line names; the others are counted. */
const named = 3

/** The positions that use a pipeline: the newest by name, and how many more. */
function PositionsOf({ pipeline }: { pipeline: RowOf<typeof listPipelines> }) {
  const { id, positionCount } = pipeline
  const mayRead = usePermission('positions:read')
  const { data } = useQuery({
    ...endpointQuery(listPositions, { query: { pipelineId: [id], limit: named } }),
    enabled: positionCount > 0 && mayRead,
  })
  if (positionCount === 0) return <Trans>No positions yet</Trans>
  const rest = positionCount - (data?.items.length ?? 0)
  return (
    <>
      {data?.items.map((position) => (
        <TextLink key={position.id} to="/positions/$id" params={{ id: position.id }}>
          {position.name}
        </TextLink>
      ))}
      {rest > 0 && (
        <span>
          {data?.items.length
            ? t`and ${plural(rest, { one: '# more', other: '# more' })}`
            : plural(rest, { one: '# position', other: '# positions' })}
        </span>
      )}
    </>
  )
}

/** Lists the pipelines with the positions that use each. */
export function PipelinesSection() {
  const { data, error, refetch } = useQuery(endpointQuery(listPipelines, { query: { limit: 200 } }))
  return (
    <Section
      title={t`Pipelines`}
      text={t`A new position starts with the statuses of a pipeline.`}
      action={
        <LinkButton to="/pipelines" variant="default">
          <Trans>View pipelines</Trans>
        </LinkButton>
      }
    >
      {error && !data ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className={classes.pipelines} aria-label={t`Pipelines`}>
          {data.items.map((pipeline) => (
            <li key={pipeline.id} className={classes.pipeline}>
              <span className={classes.name}>
                <TextLink to="/pipelines" search={{ id: pipeline.id }}>
                  {pipeline.name}
                </TextLink>
                {pipeline.isDefault && (
                  <span className={classes.caption}>
                    <Trans>Default</Trans>
                  </span>
                )}
              </span>
              <span className={classes.positions}>
                <PositionsOf pipeline={pipeline} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <TableSkeleton rows={4} />
      )}
    </Section>
  )
}
