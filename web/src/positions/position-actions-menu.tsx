import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { deletePosition, getPosition, listPositions, restorePosition } from '@muster/contract/positions.ts'
import {
  IconCircleX,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement, RefObject } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import classes from './position-page.module.css'
import { openApplications, type PositionDetails } from './position-state.ts'
import { useStateChange } from './use-state-change.ts'

interface PositionActionsMenuProps {
  position: PositionDetails
  opened: boolean
  onChange: (opened: boolean) => void
  target: RefObject<HTMLElement | null>
  /** Asks what happens to open applications, then closes the position. */
  onClosePosition: () => void
  /** The trigger. */
  children: ReactElement
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

function useDeletion({ id, name }: PositionDetails) {
  const navigate = useNavigate()
  const restore = useMutation({
    mutationFn: () => call(restorePosition, { params: { id } }),
    onSuccess: () => {
      void invalidate(listPositions)
      void navigate({ to: '/positions/$id', params: { id } })
    },
    onError: (error) => toastError(error, t`${name} not restored`),
  })
  return useMutation({
    mutationFn: () => call(deletePosition, { params: { id } }),
    onSuccess: async () => {
      await navigate({ to: '/positions' })
      queryClient.removeQueries(endpointQuery(getPosition, { params: { id } }))
      void invalidate(listPositions)
      toast(t`Deleted ${name}`, () => restore.mutate())
    },
    onError: (error) => toastError(error, t`${name} not deleted`),
  })
}

/** The menu of a position. Each change of state explains in advance what happens to the applications. */
export function PositionActionsMenu(props: PositionActionsMenuProps) {
  const { position, opened, onChange, target, onClosePosition, children } = props
  const navigate = useNavigate()
  const changeState = useStateChange(position)
  const remove = useDeletion(position)
  const { id, state, can } = position
  const open = openApplications(position)
  const staying = plural(open, {
    0: 'No open applications.',
    one: '# open application stays in its status.',
    other: '# open applications stay in their status.',
  })
  return (
    <Menu
      opened={useOpened(opened, target)}
      onChange={onChange}
      width={280}
      position="bottom-end"
      withinPortal
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil {...icon} />}
          onClick={() => navigate({ to: '/positions/$id/edit', params: { id } })}
        >
          <Trans>Edit</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy {...icon} />}
          onClick={() => navigate({ to: '/positions/create', search: { copyOf: id } })}
        >
          <Trans>Copy…</Trans>
        </Menu.Item>
        <Menu.Divider />
        {state !== 'open' && (
          <Menu.Item leftSection={<IconPlayerPlay {...icon} />} onClick={() => changeState('open')}>
            <Trans>Reopen</Trans>
            <span className={classes.consequence}>
              <Trans>Closed applications stay closed.</Trans>
            </span>
          </Menu.Item>
        )}
        {state === 'open' && (
          <Menu.Item leftSection={<IconPlayerPause {...icon} />} onClick={() => changeState('on_hold')}>
            <Trans>Put on hold</Trans>
            <span className={classes.consequence}>{staying}</span>
          </Menu.Item>
        )}
        {state !== 'closed' && (
          <Menu.Item leftSection={<IconCircleX {...icon} />} onClick={onClosePosition}>
            <Trans>Close…</Trans>
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          color="red"
          disabled={!can.delete || open > 0}
          leftSection={<IconTrash {...icon} />}
          onClick={() => remove.mutate()}
        >
          <Trans>Delete</Trans>
          {open > 0 && (
            <span className={classes.consequence}>
              {plural(open, {
                one: 'Close or move # open application first.',
                other: 'Close or move # open applications first.',
              })}
            </span>
          )}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
