import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core'
import { goalPeriodLabels, goalStateLabels } from '@muster/contract/goal-labels.ts'
import { exportGoals, listGoals } from '@muster/contract/goals.ts'
import {
  type Icon,
  IconCircleCheck,
  IconDots,
  IconDownload,
  IconPlus,
  IconTarget,
  IconTrendingDown,
  IconTrendingUp,
  IconX,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { usePages } from '../../api/pages.ts'
import { ListLink } from '../../dashboard/rows-link.tsx'
import { downloadExport } from '../../exports/download-export.ts'
import { ExportMenu } from '../../exports/export-menu.tsx'
import { usePermission } from '../../session/session.ts'
import { formatDay, formatNumber } from '../../ui/format.ts'
import { Hint } from '../../ui/hint.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import card from '../analytics.module.css'
import { define } from '../reports/report.ts'
import classes from './goals.module.css'
import { type Goal, goalMeasureLabel, removeGoal, rowsOfGoal, subjectOf } from './goals.ts'

const GoalDialog = lazy(() => import('./goal-dialog.tsx').then((module) => ({ default: module.GoalDialog })))

const icons: Record<Goal['progress']['state'], Icon> = {
  reached: IconCircleCheck,
  onTrack: IconTrendingUp,
  behind: IconTrendingDown,
  missed: IconX,
}

/** What a goal is of, what it counts, and when. */
function Aim({ goal }: { goal: Goal }) {
  const { t } = useLingui()
  const { position, period, dueOn } = goal
  const when = dueOn ? t`by ${formatDay(`${dueOn}T12:00:00`)}` : i18n._(goalPeriodLabels[period])
  return (
    <span className={classes.stack}>
      <span className={classes.name}>{subjectOf(goal)}</span>
      <span className={classes.muted}>
        {[position?.company.name ?? t`Owner`, goalMeasureLabel(goal), when].join(' · ')}
      </span>
    </span>
  )
}

/** The actual figure beside the target, with a mark where it should be by now. */
function Progress({ goal }: { goal: Goal }) {
  const { t } = useLingui()
  const { actual, expected, state } = goal.progress
  const share = (part: number) => `${Math.min(100, (part / goal.target) * 100)}%`
  const count = formatNumber(actual)
  const target = formatNumber(goal.target)
  const due = formatNumber(expected)
  return (
    <span className={classes.stack}>
      <span className={classes.figures}>
        <ListLink
          behind={rowsOfGoal(goal, goal.progress)}
          className={classes.figure}
          label={t`${count} of ${target}: ${goalMeasureLabel(goal)}, ${subjectOf(goal)}`}
        >
          {count}
        </ListLink>
        <span className={classes.muted}>{t`of ${target}`}</span>
        {state !== 'reached' && <span className={classes.due}>{t`${due} expected by now`}</span>}
      </span>
      <span
        className={classes.bar}
        data-state={state}
        style={{ '--actual': share(actual), '--expected': share(expected) } as object}
        aria-hidden
      />
    </span>
  )
}

function State({ goal }: { goal: Goal }) {
  const { t } = useLingui()
  const { state, daysOver, days } = goal.progress
  const StateIcon = icons[state]
  return (
    <span className={classes.stack}>
      <span className={classes.state} data-state={state}>
        <StateIcon size={16} stroke={1.6} aria-hidden />
        {i18n._(goalStateLabels[state])}
      </span>
      <span className={classes.muted}>{t`${daysOver} of ${days} working days`}</span>
    </span>
  )
}

/** How many there were at the same point of the week or month before. */
function Before({ goal }: { goal: Goal }) {
  const { t } = useLingui()
  if (!goal.previous) return <span className={classes.muted}>–</span>
  const count = formatNumber(goal.previous.actual)
  return (
    <ListLink
      behind={rowsOfGoal(goal, goal.previous)}
      className={classes.before}
      label={t`${count} at this point last time: ${goalMeasureLabel(goal)}, ${subjectOf(goal)}`}
    >
      {count}
    </ListLink>
  )
}

function GoalMenu({ goal, onEdit }: { goal: Goal; onEdit: () => void }) {
  const name = subjectOf(goal)
  return (
    <Menu position="bottom-end" width={176}>
      <Menu.Target>
        <ActionIcon aria-label={t`Actions for the goal of ${name}: ${goalMeasureLabel(goal)}`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>
          <Trans>Edit</Trans>
        </Menu.Item>
        <Menu.Item color="red" onClick={() => void removeGoal(goal)}>
          <Trans>Delete</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface GoalsCardProps {
  mayManage: boolean
  /** Whether the form of a new goal is open. */
  adds: boolean
  onAdds: (adds: boolean) => void
}

/** The goals of positions and owners: the target, the actual figure, and whether it is on track. */
export function GoalsCard({ mayManage, adds, onAdds }: GoalsCardProps) {
  const pages = usePages(listGoals, { query: { limit: 100 } })
  const mayExport = usePermission('reports:export')
  const [changed, setChanged] = useState<Goal>()
  const edited = changed ?? (adds && mayManage ? 'new' : undefined)
  const title = t`Goals`
  const addButton = mayManage && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
      onClick={() => onAdds(true)}
    >
      <Trans>Add goal</Trans>
    </Button>
  )
  return (
    <section className={card.card} aria-label={title} aria-busy={pages.isOutdated}>
      <header className={card.cardHead}>
        <h2 className={card.cardTitle}>{title}</h2>
        <Hint label={t`About ${title}`}>{define('goalOnTrack')}</Hint>
        {pages.rows.length > 0 && (
          <span className={card.cardActions}>
            {mayExport && (
              <ExportMenu
                label={title}
                onExport={(format) => void downloadExport(exportGoals, format, { query: {} })}
              >
                <ActionIcon aria-label={t`Export ${title}`} title={t`Export`}>
                  <IconDownload size={16} stroke={1.6} />
                </ActionIcon>
              </ExportMenu>
            )}
            {addButton}
          </span>
        )}
      </header>
      {pages.isPending ? (
        <Skeleton height={200} />
      ) : pages.error ? (
        <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />
      ) : pages.rows.length === 0 ? (
        <EmptyState
          icon={IconTarget}
          title={t`No goals yet`}
          text={
            mayManage
              ? t`Set how many a position or an owner should reach each week or month, or by when a position is filled.`
              : t`Goals are set by those with the permission for it.`
          }
          action={addButton || undefined}
        />
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Goal</Trans>
              </th>
              <th scope="col">
                <Trans>Actual</Trans>
              </th>
              <th scope="col">
                <Trans>Status</Trans>
              </th>
              <th scope="col" className={classes.number}>
                <Trans>At this point last time</Trans>
              </th>
              {mayManage && (
                <th scope="col">
                  <span className={classes.hidden}>
                    <Trans>Actions</Trans>
                  </span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {pages.rows.map((goal) => (
              <tr key={goal.id}>
                <th scope="row" className={classes.aim}>
                  <Aim goal={goal} />
                </th>
                <td className={classes.progress}>
                  <Progress goal={goal} />
                </td>
                <td>
                  <State goal={goal} />
                </td>
                <td className={classes.number} data-label={t`At this point last time`}>
                  <Before goal={goal} />
                </td>
                {mayManage && (
                  <td className={classes.actions}>
                    <GoalMenu goal={goal} onEdit={() => setChanged(goal)} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ShowMore pages={pages} variant="subtle" color="gray" className={card.more ?? ''} />
      <Suspense>
        {edited && (
          <GoalDialog
            key={edited === 'new' ? 'new' : edited.id}
            goal={edited === 'new' ? undefined : edited}
            onClose={() => (changed ? setChanged(undefined) : onAdds(false))}
          />
        )}
      </Suspense>
    </section>
  )
}
