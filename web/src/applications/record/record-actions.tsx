import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconArrowRight,
  IconCheck,
  IconChevronDown,
  IconDots,
  IconKeyboard,
  IconLink,
  IconPencil,
  IconPhoneIncoming,
  IconPhonePlus,
  IconPrinter,
  IconRotateClockwise,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { CallMenuHost } from '../../calls/call-menu-host.tsx'
import { usePermission } from '../../session/session.ts'
import { Kbd } from '../../ui/kbd.tsx'
import type { ApplicationDetails } from '../application-query.ts'
import { MoveMenu, type MoveTarget, useRefusals } from '../move-menu.tsx'
import type { Decision } from './decision-dialog.tsx'
import classes from './record-header.module.css'

export interface RecordActionsProps {
  application: ApplicationDetails
  moveOpened: boolean
  onMoveOpened: (opened: boolean) => void
  onMove: (target: MoveTarget) => void
  onRename: () => void
  onClose: () => void
  onReopen: () => void
  onDecide: (decision: Decision) => void
  /** Undefined until first opened. */
  callOpened: boolean | undefined
  onCallOpened: (opened: boolean) => void
  onLogInboundCall: () => void
  onCopyLink: () => void
  onPrint: () => void
  onHelp: () => void
  onDelete: () => void
  /** Further actions on the person, for the menu. */
  personItems?: ReactNode
}

function MoreMenu(props: RecordActionsProps) {
  const { application, onRename, onLogInboundCall, onCopyLink, onPrint, onHelp, onDelete, personItems } =
    props
  const { can, whyNot, candidate } = application
  const mayDelete = usePermission('applications:delete')
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={t`More actions`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can.logInboundCall && !can.call && (
          <Menu.Item leftSection={<IconPhoneIncoming size={16} stroke={1.6} />} onClick={onLogInboundCall}>
            <Trans>Log an inbound call…</Trans>
          </Menu.Item>
        )}
        {candidate.can.edit && (
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onRename}>
            <Trans>Change name</Trans>
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink size={16} stroke={1.6} />} onClick={onCopyLink}>
          <Trans>Copy link</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={16} stroke={1.6} />} onClick={onPrint}>
          <Trans>Print</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={16} stroke={1.6} />}
          rightSection={<Kbd>?</Kbd>}
          onClick={onHelp}
        >
          <Trans>Keyboard shortcuts</Trans>
        </Menu.Item>
        {mayDelete && (
          <Menu.Item
            leftSection={<IconTrash size={16} stroke={1.6} />}
            disabled={!can.delete}
            title={whyNot.delete}
            onClick={onDelete}
          >
            <Trans>Delete application</Trans>
          </Menu.Item>
        )}
        {personItems && (
          <>
            <Menu.Divider />
            {personItems}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Approve and decline, for users of the company who cannot move applications otherwise. */
function DecideButtons({ application: { can, whyNot }, onDecide }: RecordActionsProps) {
  const refused = { disabled: !can.decide, title: whyNot.decide }
  return (
    <>
      <Button
        leftSection={<IconCheck size={16} stroke={1.6} />}
        {...refused}
        onClick={() => onDecide('approve')}
      >
        <Trans>Approve…</Trans>
      </Button>
      <Button
        variant="default"
        leftSection={<IconX size={16} stroke={1.6} />}
        {...refused}
        onClick={() => onDecide('decline')}
      >
        <Trans>Decline…</Trans>
      </Button>
    </>
  )
}

/** Moves to the next status at once, and to any other by a menu. */
function MoveButtons({ application, moveOpened, onMoveOpened, onMove }: RecordActionsProps) {
  const { can, whyNot, statuses, status } = application
  const refusal = useRefusals()
  const at = statuses.findIndex(({ id }) => id === status.id)
  const next = statuses[at + 1]
  const isLikely = next && next.type !== 'closed' && !application.closedAt && !refusal(next.type)
  const refused = { disabled: !can.move, title: whyNot.move }
  const name = next?.name ?? ''
  return (
    <Button.Group>
      {isLikely && (
        <Button
          leftSection={<IconArrowRight size={16} stroke={1.6} />}
          {...refused}
          onClick={() => onMove({ statusId: next.id, name, type: next.type, color: next.color })}
        >
          <Trans>Move to {name}</Trans>
        </Button>
      )}
      <MoveMenu applications={[application]} opened={moveOpened} onChange={onMoveOpened} onMove={onMove}>
        <Button
          aria-label={isLikely ? t`Move` : undefined}
          px={8}
          {...refused}
          rightSection={
            <span aria-hidden>
              <Kbd>s</Kbd>
            </span>
          }
        >
          {isLikely ? <IconChevronDown size={16} stroke={1.6} aria-hidden /> : <Trans>Move</Trans>}
        </Button>
      </MoveMenu>
    </Button.Group>
  )
}

/**
 * The actions that the user's permissions allow. Those unavailable at the moment are disabled with a reason.
 */
export function RecordActions(props: RecordActionsProps) {
  const { application, onClose, onReopen } = props
  const { callOpened, onCallOpened } = props
  const { can, whyNot } = application
  const callButton = useRef<HTMLButtonElement>(null)
  const mayCall = usePermission('calls:write')
  const mayMove = usePermission('applications:move')
  const mayClose = usePermission('applications:close')
  const mayDecide = usePermission('submissions:decide')
  return (
    <div className={classes.actions}>
      {mayCall && (
        <CallMenuHost callee={application} opened={callOpened} onChange={onCallOpened} target={callButton}>
          <Button
            ref={callButton}
            variant="default"
            leftSection={<IconPhonePlus size={16} stroke={1.6} />}
            rightSection={<Kbd>l</Kbd>}
            disabled={!can.call}
            title={whyNot.call}
            onClick={callOpened === undefined ? () => onCallOpened(true) : undefined}
          >
            <Trans>Log a call</Trans>
          </Button>
        </CallMenuHost>
      )}
      {mayDecide && !mayMove && <DecideButtons {...props} />}
      {mayClose &&
        (application.disposition ? (
          <Button
            variant="default"
            leftSection={<IconRotateClockwise size={16} stroke={1.6} />}
            disabled={!can.reopen}
            title={whyNot.reopen}
            onClick={onReopen}
          >
            <Trans>Reopen</Trans>
          </Button>
        ) : (
          <Button
            variant="default"
            rightSection={<Kbd>e</Kbd>}
            disabled={!can.close}
            title={whyNot.close}
            onClick={onClose}
          >
            <Trans>Close…</Trans>
          </Button>
        ))}
      {mayMove && <MoveButtons {...props} />}
      <MoreMenu {...props} />
    </div>
  )
}
