import { getPosition } from '@muster/contract/positions.ts'
import { IconLayoutKanban, IconPencil } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { endpointQuery } from '../api/query.ts'
import { Page } from '../layout/page.tsx'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { formatDateTime, formatDay, formatNumber } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { FunnelStrip } from './funnel-strip.tsx'
import { PositionActions } from './position-actions.tsx'
import classes from './position-page.module.css'
import { openingsLeft, type PositionDetails } from './position-state.ts'
import { StateBadge } from './state-badge.tsx'

const Markdown = lazy(() =>
  import('../applications/markdown.tsx').then((module) => ({ default: module.CommentMarkdown })),
)

const route = getRouteApi('/positions/$id')

function Person({ person }: { person: PositionDetails['owner'] }) {
  if (!person) return <span className={classes.none}>Nobody</span>
  return (
    <span className={classes.person}>
      <Avatar name={person.name} decorative />
      {person.name}
    </span>
  )
}

function Facts({ position }: { position: PositionDetails }) {
  const { company, pipeline, openedAt, closedAt } = position
  const facts: [string, ReactNode][] = [
    ['State', <StateBadge key="state" state={position.state} />],
    [
      'Company',
      <TextLink key="company" to="/companies/$id" params={{ id: company.id }}>
        {company.name}
      </TextLink>,
    ],
    ['Location', position.location ?? <span className={classes.none}>Not said</span>],
    ['Owner', <Person key="owner" person={position.owner} />],
    ['Hiring manager', <Person key="manager" person={position.hiringManager} />],
    [
      'Opened',
      <span key="opened" title={formatDateTime(openedAt)}>
        {formatDay(openedAt)}
      </span>,
    ],
  ]
  if (closedAt) {
    facts.push([
      'Closed',
      <span key="closed" title={formatDateTime(closedAt)}>
        {formatDay(closedAt)}
      </span>,
    ])
  }
  if (pipeline) facts.push(['Made from', pipeline.name])
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Statuses({ statuses }: Pick<PositionDetails, 'statuses'>) {
  return (
    <ol className={classes.statuses}>
      {statuses.map((status) => (
        <li key={status.id} className={classes.status}>
          <StatusBadge status={status} />
          {status.slaDays !== null && (
            <span className={classes.none} title="Days allowed before an application is late here">
              {formatNumber(status.slaDays)} d
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

/** A position: where its applications stand, what it is about, whose it is. */
export function PositionPage() {
  const params = route.useParams()
  const { data: position } = useSuspenseQuery(endpointQuery(getPosition, { params }))
  return (
    <Page
      title={position.name}
      subtitle={`· ${position.company.name} · ${formatNumber(openingsLeft(position))} of ${formatNumber(position.openings)} openings left`}
      actions={
        <>
          {position.can.edit && (
            <LinkButton
              to="/positions/$id/edit"
              params={params}
              variant="default"
              leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
              visibleFrom="sm"
            >
              Edit
            </LinkButton>
          )}
          <LinkButton
            to="/board/$id"
            params={params}
            leftSection={<IconLayoutKanban size={16} stroke={1.5} aria-hidden />}
          >
            Board
          </LinkButton>
          {position.can.edit && <PositionActions position={position} />}
        </>
      }
    >
      <div className={classes.page}>
        <Section
          title="Applications"
          action={
            <TextLink to="/applications" search={{ positionId: [position.id], open: 'all' }}>
              Show all
            </TextLink>
          }
        >
          <FunnelStrip position={position} />
        </Section>
        <div className={classes.halves}>
          <Section title="Description">
            {position.description ? (
              <Suspense fallback={<p className={classes.plain}>{position.description}</p>}>
                <div className={classes.description}>
                  <Markdown text={position.description} />
                </div>
              </Suspense>
            ) : (
              <p className={classes.none}>
                Nothing written yet.{' '}
                {position.can.edit && (
                  <TextLink to="/positions/$id/edit" params={params}>
                    Add a description
                  </TextLink>
                )}
              </p>
            )}
          </Section>
          <div className={classes.side}>
            <Section title="Position">
              <Facts position={position} />
            </Section>
            <Section title="Statuses">
              <Statuses statuses={position.statuses} />
            </Section>
          </div>
        </div>
      </div>
    </Page>
  )
}
