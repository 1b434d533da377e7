import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconArrowRight,
  IconCheck,
  IconDots,
  IconFolderX,
  IconKeyboard,
  IconLink,
  IconPhoneIncoming,
  IconPhonePlus,
  IconPrinter,
  IconRotateClockwise,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useRef } from 'react'
import { CallMenuHost } from '../calls/call-menu-host.tsx'
import { usePermission } from '../session/session.ts'
import { Kbd } from '../ui/kbd.tsx'
import classes from './application-page.module.css'
import type { ApplicationDetails } from './application-query.ts'
import type { Decision } from './decision-dialog.tsx'
import { MoveMenu, type MoveTarget } from './move-menu.tsx'

export interface HeaderActionsProps {
  application: ApplicationDetails
  moveOpened: boolean
  onMoveOpened: (opened: boolean) => void
  onMove: (target: MoveTarget) => void
  onClose: () => void
  onReopen: () => void
  onDecide: (decision: Decision) => void
  /** Undefined until it is first opened. */
  callOpened: boolean | undefined
  onCallOpened: (opened: boolean) => void
  onLogInboundCall: () => void
  onCopyLink: () => void
  onPrint: () => void
  onHelp: () => void
  onDelete: () => void
}

function MoreMenu(props: HeaderActionsProps) {
  const { application, onLogInboundCall, onCopyLink, onPrint, onHelp, onDelete } = props
  const { can, whyNot } = application
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
            <Trans>Log a call from them…</Trans>
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
          <Trans>Keys</Trans>
        </Menu.Item>
        {mayDelete && (
          <Menu.Item
            leftSection={<IconTrash size={16} stroke={1.6} />}
            disabled={!can.delete}
            title={whyNot.delete}
            onClick={onDelete}
          >
            <Trans>Delete</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The company's word, for those who have no other way to move a person. */
function DecideButtons({ application: { can, whyNot }, onDecide }: HeaderActionsProps) {
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

/** What one's rights allow at all; what cannot be done just now says why. */
export function HeaderActions(props: HeaderActionsProps) {
  const { application, moveOpened, onMoveOpened, onMove, onClose, onReopen } = props
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
        <CallMenuHost called={application} opened={callOpened} onChange={onCallOpened} target={callButton}>
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
      {mayMove && (
        <MoveMenu applications={[application]} opened={moveOpened} onChange={onMoveOpened} onMove={onMove}>
          <Button
            leftSection={<IconArrowRight size={16} stroke={1.6} />}
            rightSection={<Kbd>s</Kbd>}
            disabled={!can.move}
            title={whyNot.move}
          >
            <Trans>Move</Trans>
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
            <Trans>Reopen</Trans>
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconFolderX size={16} stroke={1.6} />}
            disabled={!can.close}
            title={whyNot.close}
            onClick={onClose}
          >
            <Trans>Close…</Trans>
          </Button>
        ))}
      <MoreMenu {...props} />
    </div>
  )
}
