import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { getInstallation } from '@muster/contract/admin.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { When } from '../ui/age.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDecimal, formatDuration, formatNumber, formatPercent } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { formatFileSize } from '../uploads/file-size.ts'
import classes from './admin.module.css'

type Installation = ResponseOf<typeof getInstallation>
type Node = Installation['nodes'][number]

const kinds = {
  all: msg`Web and background work`,
  web: msg({ message: 'Web', context: 'kind of a server' }),
  worker: msg`Background work`,
}

/** From here on users notice the delay. */
const slowLoopMs = 100
/** Live events should arrive within a second. */
const manyBehind = 20

function State({ node: { isSilent, seenAt } }: { node: Node }) {
  if (!isSilent) return <>{t({ message: 'Online', context: 'a server' })}</>
  return (
    <span className={classes.late}>
      <Trans>
        Offline, last seen <When at={seenAt} />
      </Trans>
    </span>
  )
}

function Row({ node }: { node: Node }) {
  const { host, pid, version, connectionsBusy, connectionsWaiting, eventLoopMs, liveBehind } = node
  const waiting = formatNumber(connectionsWaiting)
  const process = String(pid)
  const behind = formatNumber(liveBehind)
  return (
    <tr>
      <th scope="row">
        <span className={classes.link}>{host}</span>
        <span className={classes.caption}>{t`process ${process}, version ${version}`}</span>
      </th>
      <td>{t(kinds[node.process])}</td>
      <td>
        <State node={node} />
      </td>
      <td>
        <When at={node.startedAt} />
      </td>
      <td data-number>{formatDecimal(node.callsPerSecond)}</td>
      <td data-number>{formatDecimal(node.jobsPerMinute)}</td>
      <td data-number className={eventLoopMs > slowLoopMs ? classes.late : undefined}>
        {t({ message: `${formatDecimal(eventLoopMs)} ms`, context: 'milliseconds, short' })}
      </td>
      <td data-number>{formatPercent(node.cpu)}</td>
      <td data-number>{formatFileSize(node.memoryBytes)}</td>
      <td data-number className={connectionsWaiting > 0 ? classes.late : undefined}>
        {connectionsWaiting > 0
          ? t`${formatNumber(connectionsBusy)}, ${waiting} waiting`
          : formatNumber(connectionsBusy)}
      </td>
      <td data-number className={liveBehind > manyBehind ? classes.late : undefined}>
        {liveBehind > manyBehind
          ? t`${formatNumber(node.openStreams)}, ${behind} events behind`
          : formatNumber(node.openStreams)}
      </td>
    </tr>
  )
}

/** Lists the nodes of the installation by start time, with their load. */
export function NodesSection({ nodes }: { nodes: Installation['nodes'] }) {
  return (
    <Section title={t`Nodes`} text={t`Servers of this installation. Each one reports every few seconds.`}>
      {nodes.length === 0 ? (
        <p className={classes.text}>{t`No nodes have reported yet.`}</p>
      ) : (
        <section
          className={classes.scroll}
          aria-label={t({ message: 'Node', context: 'a server' })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          tabIndex={0}
        >
          <table className={classes.figures}>
            <thead>
              <tr>
                <th scope="col">{t({ message: 'Node', context: 'a server' })}</th>
                <th scope="col">{t`Role`}</th>
                <th scope="col">{t`State`}</th>
                <th scope="col">{t`Running since`}</th>
                <th scope="col" data-number>{t`Requests/s`}</th>
                <th scope="col" data-number>{t`Jobs/min`}</th>
                <th scope="col" data-number title={t`Event loop delay`}>{t`Delay`}</th>
                <th scope="col" data-number title={t`100% is one core`}>{t`CPU`}</th>
                <th scope="col" data-number>{t`Memory`}</th>
                <th scope="col" data-number title={t`Database connections in use`}>
                  {t`Connections`}
                </th>
                <th scope="col" data-number title={t`Browsers receiving live events`}>
                  {t({ message: 'Live', context: 'browsers that follow live events' })}
                </th>
              </tr>
            </thead>
            <tbody>
              {nodes.map((node) => (
                <Row key={node.id} node={node} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Section>
  )
}

/** Lists the read replicas of the database, with their lag. */
export function ReplicasSection({ replicas }: { replicas: Installation['replicas'] }) {
  return (
    <Section title={t`Replicas`}>
      {replicas.length === 0 ? (
        <p className={classes.text}>{t`No replicas connected.`}</p>
      ) : (
        <DescriptionList>
          {replicas.map(({ name, lagSeconds, lagBytes }) => {
            const behind = formatDuration(lagSeconds)
            const size = formatFileSize(lagBytes)
            return (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={lagSeconds > slowReplicaSeconds ? classes.late : undefined}>
                  {lagSeconds < 1 ? t`Up to date` : t`${behind} behind (${size})`}
                </dd>
              </div>
            )
          })}
        </DescriptionList>
      )}
    </Section>
  )
}

/** Users notice reports that are a minute old. */
const slowReplicaSeconds = 60
