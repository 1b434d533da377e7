import { Button } from '@mantine/core'
import { listAgents, updateAgent } from '@muster/contract/calls.ts'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate, patchRow, type RowOf } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'

type Agent = RowOf<typeof listAgents>

/** Takes an agent out of the calling, or back in. */
export function PauseButton({ agent }: { agent: Agent }) {
  const setStatus = useMutation({
    mutationFn: (status: Agent['status']) =>
      call(updateAgent, { params: { id: agent.id }, body: { status } }),
    onMutate: (status) => patchRow(listAgents, agent.id, { status }),
    onError: (error, _status, rollBack) => {
      rollBack?.()
      toastError(error, `${agent.name} not changed`)
    },
    onSuccess: (_agent, status) => {
      const done = status === 'paused' ? 'paused' : 'available again'
      toast(`${agent.name} is ${done}`, () => setStatus.mutate(agent.status))
    },
    onSettled: () => invalidate(listAgents),
  })
  const paused = agent.status === 'paused'
  const Icon = paused ? IconPlayerPlay : IconPlayerPause
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={14} stroke={1.6} />}
      onClick={() => setStatus.mutate(paused ? 'available' : 'paused')}
    >
      {paused ? 'Resume' : 'Pause'}
    </Button>
  )
}
