import { ActionIcon, Button, Menu } from '@mantine/core'
import { dispositions } from '@muster/contract/dispositions.ts'
import {
  IconArrowRight,
  IconDots,
  IconFolderX,
  IconPhonePlus,
  IconRotateClockwise,
  IconTrash,
} from '@tabler/icons-react'
import { usePermission } from '../session/session.ts'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { Age } from '../ui/age.tsx'
import { formatDay } from '../ui/format.ts'
import { Kbd } from '../ui/kbd.tsx'
import { TextLink } from '../ui/link.tsx'
import classes from './application-page.module.css'
import type { ApplicationDetails } from './application-query.ts'
import { MoveMenu, type MoveTarget } from './move-menu.tsx'
import { StageBar } from './stage-bar.tsx'

interface ApplicationHeaderProps {
  application: ApplicationDetails
  moveOpened: boolean
  onMoveOpened: (opened: boolean) => void
  onMove: (target: MoveTarget) => void
  onClose: () => void
  onReopen: () => void
  onLogCall: () => void
  onDelete: () => void
}

function Standing({ application }: { application: ApplicationDetails }) {
  const { status, dispositionDetails: ended, closedAt, enteredStatusAt, dueAt } = application
  return (
    <p className={classes.standing}>
      <StatusBadge status={status} />
      {ended ? (
        <span className={classes.ended}>
          {[dispositions[ended.kind].label, ended.reason?.name].filter(Boolean).join(': ')}
          <span className={classes.caption}>
            {closedAt && ` on ${formatDay(closedAt)}`}
            {ended.decidedBy && ` by ${ended.decidedBy.name}`}, from {ended.status.name}
          </span>
        </span>
      ) : (
        <span className={classes.caption}>
          for <Age since={enteredStatusAt} dueAt={dueAt} />
          {status.slaDays !== null && `, limit ${status.slaDays} d`}
        </span>
      )}
    </p>
  )
}

/** What one's rights allow at all; what cannot be done just now says why. */
function Actions(props: ApplicationHeaderProps) {
  const { application, moveOpened, onMoveOpened, onMove, onClose, onReopen, onLogCall, onDelete } = props
  const { can, whyNot } = application
  const mayCall = usePermission('calls:write')
  const mayMove = usePermission('applications:move')
  const mayClose = usePermission('applications:close')
  const mayDelete = usePermission('applications:delete')
  return (
    <div className={classes.actions}>
      {mayCall && (
        <Button
          variant="default"
          leftSection={<IconPhonePlus size={16} stroke={1.6} />}
          disabled={!can.call}
          title={whyNot.call}
          onClick={onLogCall}
        >
          Log a call…
        </Button>
      )}
      {mayMove && (
        <MoveMenu applications={[application]} opened={moveOpened} onChange={onMoveOpened} onMove={onMove}>
          <Button
            leftSection={<IconArrowRight size={16} stroke={1.8} />}
            rightSection={<Kbd>s</Kbd>}
            disabled={!can.move}
            title={whyNot.move}
          >
            Move
          </Button>
        </MoveMenu>
      )}
      {mayClose &&
        (application.disposition ? (
          <Button
            variant="default"
            leftSection={<IconRotateClockwise size={16} stroke={1.6} />}
            disabled={!can.reopen}
            title={whyNot.reopen}
            onClick={onReopen}
          >
            Reopen
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconFolderX size={16} stroke={1.6} />}
            disabled={!can.close}
            title={whyNot.close}
            onClick={onClose}
          >
            Close…
          </Button>
        ))}
      {mayDelete && (
        <Menu position="bottom-end" width={180}>
          <Menu.Target>
            <ActionIcon aria-label="More actions">
              <IconDots size={18} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconTrash size={16} stroke={1.6} />}
              disabled={!can.delete}
              title={whyNot.delete}
              onClick={onDelete}
            >
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

/** Who, for what, where it stands and what can be done about it. */
export function ApplicationHeader(props: ApplicationHeaderProps) {
  const { application } = props
  const { candidate, position, company } = application
  const mayReadCandidates = usePermission('candidates:read')
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        <div className={classes.who}>
          <h1 className={classes.name}>
            {mayReadCandidates ? (
              <TextLink to="/candidates/$id" params={{ id: candidate.id }} inherit c="var(--ink)">
                {candidate.name}
              </TextLink>
            ) : (
              candidate.name
            )}
          </h1>
          <p className={classes.what}>
            <TextLink to="/positions/$id" params={{ id: position.id }} inherit c="var(--ink-2)">
              {position.name}
            </TextLink>
            <span aria-hidden> · </span>
            <TextLink to="/companies/$id" params={{ id: company.id }} inherit c="var(--ink-3)">
              {company.name}
            </TextLink>
          </p>
        </div>
        <Actions {...props} />
      </div>
      <Standing application={application} />
      <StageBar application={application} />
    </header>
  )
}
