import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { deleteAgent, listAgents, restoreAgent } from '@muster/contract/agents.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { usePermission } from '../session/session.ts'
import { toast, toastError } from '../ui/toast.tsx'

interface AgentRef {
  id: string
  name: string
}

/** Deletes and restores an agent; each is the undo of the other. */
function useAgentDeletion({ id, name }: AgentRef) {
  const params = { id }
  const refresh = () => invalidate(listAgents)
  const failed = (error: unknown) => toastError(error)
  const remove = useMutation({
    mutationFn: () => call(deleteAgent, { params }),
    onSuccess: () => toast(t`Deleted ${name}`, () => restore.mutate()),
    onError: failed,
    onSettled: refresh,
  })
  const restore = useMutation({
    mutationFn: () => call(restoreAgent, { params }),
    onSuccess: () => toast(t`Restored ${name}`, () => remove.mutate()),
    onError: failed,
    onSettled: refresh,
  })
  return { remove, restore }
}

export function DeleteAgent({ agent, onDeleted }: { agent: AgentRef; onDeleted: () => void }) {
  const { remove } = useAgentDeletion(agent)
  return (
    <Button
      variant="subtle"
      color="gray"
      loading={remove.isPending}
      onClick={() => remove.mutate(undefined, { onSuccess: onDeleted })}
    >
      <Trans>Delete</Trans>
    </Button>
  )
}

export function RestoreAgent({ agent }: { agent: AgentRef }) {
  const { restore } = useAgentDeletion(agent)
  if (!usePermission('agents:write')) return null
  return (
    <Button size="xs" variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
      <Trans>Restore</Trans>
    </Button>
  )
}
