import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { StartStep } from '@muster/contract/start.ts'
import type { getWorkspace } from '@muster/contract/workspace.ts'
import { IconCheck, IconChevronRight, IconFileImport, IconPhone, IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { LinkButton } from '../../ui/link.tsx'
import { PositionStep } from './position-step.tsx'
import classes from './start.module.css'
import type { Step } from './start-query.ts'
import { WorkspaceStep } from './workspace-step.tsx'

export type Workspace = ResponseOf<typeof getWorkspace>

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** Titles as functions: the language is known only when they are rendered. */
const titles: Record<StartStep, () => string> = {
  workspace: () => t`Set up your workspace`,
  position: () => t`Create your first position`,
  people: () => t`Add candidates`,
  team: () => t`Invite your team`,
  call: () => t({ message: 'Start calling', context: 'setup step' }),
}

const texts: Record<StartStep, () => string> = {
  workspace: () => t`The name your team sees, and the timezone of your reports`,
  position: () => t`Which position do you hire for, and at which company? You can change everything later.`,
  people: () => t`Import a spreadsheet, or add one candidate with a résumé`,
  team: () => t`Invite recruiters and callers, or add a voice agent`,
  call: () => t`Shows candidates who have not been called yet`,
}

/** What a finished step led to. */
function result({ key, count }: Step, { name, timezone }: Workspace): string {
  switch (key) {
    case 'workspace':
      return `${name} · ${timezone.replaceAll('_', ' ')}`
    case 'position':
      return plural(count, { one: '# position', other: '# positions' })
    case 'people':
      return plural(count, { one: '# candidate', other: '# candidates' })
    case 'team':
      return plural(count, { one: '# user or agent', other: '# users and agents' })
    case 'call':
      return plural(count, { one: '# call', other: '# calls' })
  }
}

function minutes(key: StartStep): string | null {
  if (key === 'call') return null
  const count = key === 'people' || key === 'team' ? 3 : 1
  return plural(count, { one: '# min', other: '# min' })
}

interface BodyProps {
  stepKey: StartStep
  workspace: Workspace
  hasPeople: boolean
  onDone: () => void
  skip: ReactNode
}

function StepBody({ stepKey, workspace, hasPeople, onDone, skip }: BodyProps) {
  switch (stepKey) {
    case 'workspace':
      return <WorkspaceStep workspace={workspace} onDone={onDone} skip={skip} />
    case 'position':
      return <PositionStep onDone={onDone} skip={skip} />
    case 'people':
      return (
        <div className={classes.buttons}>
          <LinkButton to="/imports/new" leftSection={<IconFileImport {...icon} />}>
            <Trans>Import a spreadsheet</Trans>
          </LinkButton>
          <LinkButton to="/applications/create" variant="default">
            <Trans>Add one candidate</Trans>
          </LinkButton>
          {skip}
        </div>
      )
    case 'team':
      return (
        <div className={classes.buttons}>
          <LinkButton
            to="/settings/invitations"
            search={{ add: true } as never}
            leftSection={<IconUserPlus {...icon} />}
          >
            <Trans>Invite a user</Trans>
          </LinkButton>
          <LinkButton to="/agents" search={{ add: true } as never} variant="default">
            <Trans>Add a voice agent</Trans>
          </LinkButton>
          {skip}
        </div>
      )
    case 'call':
      return hasPeople ? (
        <div className={classes.buttons}>
          <LinkButton
            to="/applications"
            search={{ open: 'true', neverContacted: 'true' } as never}
            leftSection={<IconPhone {...icon} />}
          >
            <Trans>Show candidates to call</Trans>
          </LinkButton>
        </div>
      ) : (
        <p className={classes.note}>
          <Trans>Add candidates first. This step then opens the first one.</Trans>
        </p>
      )
  }
}

/** The steps as a list with one open: the first that is not done, or the one last chosen. */
export function Steps({ steps, workspace }: { steps: readonly Step[]; workspace: Workspace }) {
  const [chosen, setChosen] = useState<StartStep | null>(null)
  const firstLeft = steps.find((step) => !step.done)?.key ?? null
  const open = chosen ?? firstLeft
  const hasPeople = steps.some(({ key, done }) => key === 'people' && done)
  /** Opens the next step that is not done, if any. */
  const skipFrom = (index: number) => {
    const next = steps.find((step, at) => at > index && !step.done)
    setChosen(next?.key ?? null)
  }
  return (
    <ol className={classes.steps}>
      {steps.map((step, index) => {
        const { key, done } = step
        const isOpen = key === open
        const time = minutes(key)
        const words = (
          <span className={classes.words}>
            <span className={classes.stepTitle}>{titles[key]()}</span>
            <span className={classes.stepText}>
              {done && !isOpen ? result(step, workspace) : texts[key]()}
            </span>
          </span>
        )
        const mark = (
          <span
            className={classes.mark}
            data-done={done || undefined}
            data-open={isOpen || undefined}
            aria-hidden
          >
            {done ? <IconCheck size={16} stroke={1.6} /> : index + 1}
          </span>
        )
        return (
          <li key={key} className={classes.step} data-open={isOpen || undefined}>
            {isOpen ? (
              <div className={classes.stepHead}>
                {mark}
                {words}
                {time && !done && <span className={classes.time}>{time}</span>}
              </div>
            ) : (
              <button type="button" className={classes.stepHead} data-closed onClick={() => setChosen(key)}>
                {mark}
                {words}
                {done ? (
                  <span className={classes.edit}>{key === 'workspace' ? t`Edit` : t`Add more`}</span>
                ) : (
                  <>
                    {time && <span className={classes.time}>{time}</span>}
                    <IconChevronRight {...icon} className={classes.chevron} />
                  </>
                )}
              </button>
            )}
            {isOpen && (
              <div className={classes.stepBody}>
                <StepBody
                  stepKey={key}
                  workspace={workspace}
                  hasPeople={hasPeople}
                  onDone={() => setChosen(null)}
                  skip={
                    !done && (
                      <Button variant="subtle" onClick={() => skipFrom(index)}>
                        <Trans>Skip for now</Trans>
                      </Button>
                    )
                  }
                />
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}
