import { Menu } from '@mantine/core'
import {
  deletePosition,
  getPosition,
  listPositions,
  positionStates,
  restorePosition,
  updatePosition,
} from '@muster/contract/positions.ts'
import { IconCopy, IconPencil, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement, RefObject } from 'react'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { type PositionDetails, type PositionState, stateActions } from './position-state.ts'

interface PositionActionsMenuProps {
  position: PositionDetails
  opened: boolean
  onChange: (opened: boolean) => void
  target: RefObject<HTMLElement | null>
  /** The button that opens it. */
  children: ReactElement
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

function useStateChange({ id, name, state: before }: PositionDetails) {
  const { queryKey } = endpointQuery(getPosition, { params: { id } })
  const change = useMutation({
    mutationFn: (state: PositionState) => call(updatePosition, { params: { id }, body: { state } }),
    onMutate: (state) => {
      const known = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, (now) => now && { ...now, state })
      return known
    },
    onSuccess: (position) => queryClient.setQueryData(queryKey, position),
    onError: (error, state, known) => {
      queryClient.setQueryData(queryKey, known)
      toastError(error, `${name}: ${stateActions[state].verb.toLowerCase()} did not work`)
    },
    onSettled: () => invalidate(listPositions),
  })
  return (state: PositionState) =>
    change.mutate(state, {
      onSuccess: () => toast(`${stateActions[state].done}: ${name}`, () => change.mutate(before)),
    })
}

function useDeletion({ id, name }: PositionDetails) {
  const navigate = useNavigate()
  const restore = useMutation({
    mutationFn: () => call(restorePosition, { params: { id } }),
    onSuccess: () => {
      void invalidate(listPositions)
      void navigate({ to: '/positions/$id', params: { id } })
    },
    onError: (error) => toastError(error, `${name} not restored`),
  })
  return useMutation({
    mutationFn: () => call(deletePosition, { params: { id } }),
    onSuccess: async () => {
      await navigate({ to: '/positions' })
      queryClient.removeQueries(endpointQuery(getPosition, { params: { id } }))
      void invalidate(listPositions)
      toast(`Deleted ${name}`, () => restore.mutate())
    },
    onError: (error) => toastError(error, `${name} not deleted`),
  })
}

export function PositionActionsMenu(props: PositionActionsMenuProps) {
  const { position, opened, onChange, target, children } = props
  const navigate = useNavigate()
  const changeState = useStateChange(position)
  const remove = useDeletion(position)
  const { id, state, can } = position
  return (
    <Menu
      opened={useOpened(opened, target)}
      onChange={onChange}
      width={200}
      position="bottom-end"
      withinPortal
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil {...icon} />}
          onClick={() => navigate({ to: '/positions/$id/edit', params: { id } })}
        >
          Edit
        </Menu.Item>
        <Menu.Item
          leftSection={<IconUsersGroup {...icon} />}
          onClick={() => navigate({ to: '/applications', search: { positionId: [id], open: 'all' } })}
        >
          Applications
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy {...icon} />}
          onClick={() => navigate({ to: '/positions/create', search: { copyOf: id } })}
        >
          Copy…
        </Menu.Item>
        <Menu.Divider />
        {positionStates
          .filter((each) => each !== state)
          .map((each) => (
            <Menu.Item key={each} onClick={() => changeState(each)}>
              {stateActions[each].verb}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item
          color="red"
          disabled={!can.delete}
          leftSection={<IconTrash {...icon} />}
          onClick={() => remove.mutate()}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
