import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Skeleton } from '@mantine/core'
import { getAgent, listAgents, updateAgent } from '@muster/contract/agents.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { ChangedMeanwhile } from '../ui/changed-meanwhile.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { useVersionedForm } from '../ui/use-versioned-form.ts'
import { DeleteAgent } from './agent-deletion.tsx'
import { useAgentDifferences } from './agent-differences.ts'
import { AgentFields } from './agent-fields.tsx'
import { type AgentDetails, type AgentValues, toBody, toValues, validateAgent } from './agent-form.ts'
import classes from './agents-page.module.css'

interface EditFormProps {
  agent: AgentDetails
  /** Closes the drawer after saving. */
  onDone: () => void
}

function EditForm({ agent, onDone }: EditFormProps) {
  const params = { id: agent.id }
  const edit = useVersionedForm<AgentDetails, AgentValues>({
    entity: agent,
    toValues,
    validate: validateAgent,
    save: (values, version) => {
      // The kind of an agent is settled when it is added.
      const { kind: _, ...body } = toBody(values)
      return call(updateAgent, { params, body: { ...body, version } })
    },
    onSaved: (saved) => {
      queryClient.setQueryData(endpointQuery(getAgent, { params }).queryKey, saved)
      void invalidate(listAgents)
      toast(t`${saved.name} saved`)
    },
    onStale: () => void invalidate(getAgent),
    failed: () => t`${agent.name} not saved`,
  })
  const { form, dirty, newer, changed } = edit
  const differencesOf = useAgentDifferences(edit.base, form.values)
  useUnsavedGuard(dirty, agent.name, { param: 'agent' })
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(edit.submit)}>
      {newer && (
        <ChangedMeanwhile
          key={newer.version}
          title={t`Someone else changed this agent while you were editing`}
          differences={differencesOf(newer, changed)}
          saving={edit.saving}
          onTake={(fields) => edit.take(newer, fields)}
          onSave={edit.submitWith}
        />
      )}
      <AgentFields form={form} known={agent} />
      <div className={classes.buttons}>
        {agent.can.delete && <DeleteAgent agent={agent} onDeleted={onDone} />}
        <span className={classes.gap} />
        {dirty && (
          <Button variant="subtle" color="gray" onClick={() => form.reset()}>
            <Trans>Discard changes</Trans>
          </Button>
        )}
        <Button type="submit" loading={edit.saving} disabled={!dirty || newer !== null}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}

function FormSkeleton() {
  return (
    <div role="status" aria-label={t`Loading`} className={classes.form}>
      {[1, 2, 3, 4, 5].map((field) => (
        <Skeleton key={field} height={50} />
      ))}
    </div>
  )
}

interface EditAgentDrawerProps {
  agentId: string
  /** The name from the list, until the agent is loaded. */
  name: string | undefined
  onClose: () => void
  onDone: () => void
}

/** Edits an agent's settings, beside the list. */
export function EditAgentDrawer({ agentId, name, onClose, onDone }: EditAgentDrawerProps) {
  const query = useQuery(endpointQuery(getAgent, { params: { id: agentId } }))
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(560px, 100vw)"
      title={query.data?.name ?? name ?? t`Agent`}
    >
      {query.data ? (
        <EditForm key={agentId} agent={query.data} onDone={onDone} />
      ) : query.error ? (
        <ErrorState text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </Drawer>
  )
}
