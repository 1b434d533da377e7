import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useHotkeys } from '@mantine/hooks'
import { getPosition } from '@muster/contract/positions.ts'
import { IconLayoutKanban, IconPencil, IconUsersGroup } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { endpointQuery } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { usePermission } from '../session/session.ts'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { formatNumber } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { FunnelChoice, FunnelStrip, funnelText } from './funnel-strip.tsx'
import { PositionActions } from './position-actions.tsx'
import { PositionActivity } from './position-activity.tsx'
import { PositionDetailsSection } from './position-details.tsx'
import classes from './position-page.module.css'
import { PositionPeople } from './position-people.tsx'
import type { PositionDetails } from './position-state.ts'
import { KeyFigures, PositionSummary } from './position-summary.tsx'

// Requested with the screen, so that a description rarely shows as raw Markdown first.
const markdown = import('../applications/timeline/markdown.tsx')
// A failure matters only if there is a description.
markdown.catch(() => {})
const Markdown = lazy(() => markdown.then((module) => ({ default: module.CommentMarkdown })))

const route = getRouteApi('/positions/$id')

function Description({ position: { id, description, can } }: { position: PositionDetails }) {
  return (
    <Section title={t`Description`}>
      {description ? (
        <Suspense fallback={<p className={classes.plain}>{description}</p>}>
          <div className={classes.description}>
            <Markdown text={description} />
          </div>
        </Suspense>
      ) : (
        <p className={classes.none}>
          <Trans>No description yet.</Trans>{' '}
          {can.edit && (
            <TextLink to="/positions/$id/edit" params={{ id }} underline="always">
              <Trans>Add a description</Trans>
            </TextLink>
          )}
        </p>
      )}
    </Section>
  )
}

function Statuses({ statuses }: Pick<PositionDetails, 'statuses'>) {
  return (
    <ol className={classes.statuses}>
      {statuses.map((status) => {
        const days = formatNumber(status.slaDays ?? 0)
        return (
          <li key={status.id} className={classes.status}>
            <StatusBadge status={status} />
            {status.slaDays !== null && (
              <span className={classes.none} title={t`Days before an application is overdue in this status`}>
                {t`${days}-day limit`}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** A position: its openings, applications by status type, activity, description and people. */
export function PositionPage() {
  const params = route.useParams()
  const { funnel = 'now', activity = 'all' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: position } = useSuspenseQuery(endpointQuery(getPosition, { params }))
  const mayReadApplications = usePermission('applications:read')
  const { can } = position
  useHotkeys([
    ['b', () => void navigate({ to: '/board/$id', params })],
    ['e', () => can.edit && void navigate({ to: '/positions/$id/edit', params })],
  ])
  return (
    <Page
      title={position.name}
      subtitle={position.company.name}
      actions={
        <>
          {can.edit && (
            <LinkButton
              to="/positions/$id/edit"
              params={params}
              variant="default"
              leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
              visibleFrom="sm"
            >
              <Trans>Edit</Trans>
            </LinkButton>
          )}
          <LinkButton
            to="/applications"
            search={{ positionId: [position.id] }}
            variant="default"
            leftSection={<IconUsersGroup size={16} stroke={1.6} aria-hidden />}
            visibleFrom="sm"
          >
            <Trans>List</Trans>
          </LinkButton>
          <LinkButton
            to="/board/$id"
            params={params}
            leftSection={<IconLayoutKanban size={16} stroke={1.6} aria-hidden />}
          >
            <Trans>Board</Trans>
          </LinkButton>
          <PositionActions position={position} />
        </>
      }
    >
      <div className={classes.page}>
        <Section
          title={t`Applications`}
          text={funnelText(funnel)}
          action={
            <div className={classes.overview}>
              <FunnelChoice
                funnel={funnel}
                onChange={(next) =>
                  void navigate({
                    search: (now) => ({ ...now, funnel: next === 'now' ? undefined : next }),
                    replace: true,
                  })
                }
              />
              <KeyFigures position={position} />
            </div>
          }
        >
          <FunnelStrip position={position} funnel={funnel} />
        </Section>
        <div className={classes.halves}>
          <div className={classes.side}>
            <Description position={position} />
            {mayReadApplications && (
              <PositionActivity
                positionId={position.id}
                filter={activity}
                onFilter={(next) =>
                  void navigate({
                    search: (now) => ({ ...now, activity: next === 'all' ? undefined : next }),
                    replace: true,
                  })
                }
              />
            )}
          </div>
          <div className={classes.side}>
            <Section title={t`Position`}>
              <PositionSummary position={position} />
            </Section>
            <PositionDetailsSection position={position} />
            <PositionPeople position={position} />
            <Section
              title={t`Statuses`}
              action={
                can.edit && (
                  <TextLink to="/positions/$id/edit" params={params}>
                    <Trans>Change</Trans>
                  </TextLink>
                )
              }
            >
              <Statuses statuses={position.statuses} />
            </Section>
          </div>
        </div>
      </div>
    </Page>
  )
}
