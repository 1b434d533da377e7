import { t } from '@lingui/core/macro'
import { ActionIcon, Button } from '@mantine/core'
import { getAgent, listAgents, updateAgent } from '@muster/contract/agents.ts'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate, patchRow, type RowOf } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'

type Agent = RowOf<typeof listAgents>

interface Change {
  from: Agent['status']
  to: Agent['status']
}

/** Pauses or resumes an agent. */
export function PauseButton({ agent, short }: { agent: Agent; short?: boolean }) {
  const setStatus = useMutation({
    mutationFn: ({ to }: Change) => call(updateAgent, { params: { id: agent.id }, body: { status: to } }),
    onMutate: ({ to }) => patchRow(listAgents, agent.id, { status: to }),
    onError: (error, _change, rollBack) => {
      rollBack?.()
      toastError(error, t`${agent.name} not changed`)
    },
    onSuccess: (_agent, { from, to }) => {
      const undo = () => setStatus.mutate({ from: to, to: from })
      toast(to === 'paused' ? t`${agent.name} paused` : t`${agent.name} resumed`, undo)
    },
    onSettled: () => invalidate(listAgents, getAgent),
  })
  const paused = agent.status === 'paused'
  const Icon = paused ? IconPlayerPlay : IconPlayerPause
  const label = paused ? t`Resume` : t`Pause`
  const toggle = () => setStatus.mutate({ from: agent.status, to: paused ? 'available' : 'paused' })
  if (short)
    return (
      <ActionIcon aria-label={`${label}: ${agent.name}`} title={label} onClick={toggle}>
        <Icon size={16} stroke={1.6} />
      </ActionIcon>
    )
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      leftSection={<Icon size={16} stroke={1.6} />}
      onClick={toggle}
    >
      {label}
    </Button>
  )
}
