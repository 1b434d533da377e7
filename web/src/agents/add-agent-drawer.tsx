import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createAgent, listAgents } from '@muster/contract/agents.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useUnsavedGuard } from '../layout/unsaved-guard.tsx'
import { showFormError } from '../ui/form-error.ts'
import { toast } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { AgentFields } from './agent-fields.tsx'
import { type AgentValues, emptyAgent, toBody, validateAgent } from './agent-form.ts'
import classes from './agents-page.module.css'

interface AddAgentDrawerProps {
  onClose: () => void
  /** Closes the drawer after saving. */
  onDone: () => void
}

/** Adds a user or a provider's agent as a calling agent. */
export function AddAgentDrawer({ onClose, onDone }: AddAgentDrawerProps) {
  const form = useForm<AgentValues>({ initialValues: emptyAgent, validate: validateAgent })
  useUnsavedGuard(form.isDirty(), undefined, { param: 'add' })
  const add = useMutation({
    mutationFn: (values: AgentValues) => call(createAgent, { body: toBody(values) }),
    onSuccess: ({ name }) => {
      toast(t`Added ${name}`)
      void invalidate(listAgents)
      onDone()
    },
    onError: (error, { kind }) => {
      // Only the provider's agent id can be taken.
      if (error instanceof ApiError && error.code === 'CONFLICT')
        form.setFieldError(kind === 'human' ? 'userId' : 'providerAgentId', error.message)
      else showFormError(form, error, t`Agent not added`)
    },
  })
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(560px, 100vw)"
      title={t`Add agent`}
    >
      <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => add.mutate(values))}>
        <AgentFields form={form} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={add.isPending}>
            <Trans>Add agent</Trans>
          </Button>
        </div>
      </form>
    </Drawer>
  )
}
