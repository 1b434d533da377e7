import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { getInstallation } from '@muster/contract/admin.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { When } from '../ui/age.tsx'
import { FactList } from '../ui/fact-list.tsx'
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

/** From here on whoever waits for an answer feels it. */
const slowLoopMs = 100
/** Whoever follows live events should see them within a second. */
const manyBehind = 20

function State({ node: { isSilent, seenAt } }: { node: Node }) {
  if (!isSilent) return <>{t({ message: 'There', context: 'a server' })}</>
  return (
    <span className={classes.late}>
      <Trans>
        Silent, last heard of <When at={seenAt} />
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
          ? t`${formatNumber(connectionsBusy)}, ${waiting} wait`
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

/** Every server of the installation, by when it started, with how busy it is. */
export function NodesSection({ nodes }: { nodes: Installation['nodes'] }) {
  return (
    <Section
      title={t`Nodes`}
      text={t`Servers of this installation, as they last spoke of themselves; they do so every few seconds.`}
    >
      {nodes.length === 0 ? (
        <p className={classes.text}>{t`None has said anything yet.`}</p>
      ) : (
        <section
          className={classes.scroll}
          aria-label={t({ message: 'Node', context: 'a server' })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          tabIndex={0}
        >
          <table className={classes.figures}>
            <thead>
              <tr>
                <th scope="col">{t({ message: 'Node', context: 'a server' })}</th>
                <th scope="col">{t`Does`}</th>
                <th scope="col">{t`State`}</th>
                <th scope="col">{t`Running since`}</th>
                <th scope="col" data-number>{t`Calls a second`}</th>
                <th scope="col" data-number>{t`Jobs a minute`}</th>
                <th scope="col" data-number title={t`How late its work comes round`}>{t`Delay`}</th>
                <th scope="col" data-number title={t`100 % is one core`}>{t`Processor`}</th>
                <th scope="col" data-number>{t`Memory`}</th>
                <th scope="col" data-number title={t`Connections to the database in use`}>
                  {t`Connections`}
                </th>
                <th scope="col" data-number title={t`Browsers that follow live events`}>
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

/** Copies of the database that reports are read from, and how far they are behind. */
export function ReplicasSection({ replicas }: { replicas: Installation['replicas'] }) {
  return (
    <Section title={t`Replicas`}>
      {replicas.length === 0 ? (
        <p className={classes.text}>{t`No replica follows this database.`}</p>
      ) : (
        <FactList>
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
        </FactList>
      )}
    </Section>
  )
}

/** Reports that are a minute old are noticed. */
const slowReplicaSeconds = 60
