import { useLingui } from '@lingui/react/macro'
import { Modal, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createSavedView, listSavedViews, updateSavedView } from '@muster/contract/saved-views.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { usePermission } from '../../session/session.ts'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { showFormError } from '../../ui/form-error.ts'
import { toast } from '../../ui/toast.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import type { SavedView } from './views.ts'

interface SaveViewDialogProps {
  /** The view to rename; left out for a new one. */
  view?: SavedView
  query: Record<string, string>
  columns: string[]
  onClose: () => void
  onSaved: (view: SavedView) => void
}

/** Saves the filters, sort and columns as a view, which can be shared or made the default. */
export function SaveViewDialog({ view, query, columns, onClose, onSaved }: SaveViewDialogProps) {
  const { t } = useLingui()
  const name = view?.name ?? ''
  const mayShare = usePermission('views:share')
  const form = useForm({
    initialValues: {
      name,
      shared: view?.shared ?? false,
      isDefault: view?.isDefault ?? false,
    },
    validate: { name: (name) => (name.trim() ? null : t`Enter a name`) },
  })
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      view
        ? call(updateSavedView, { params: { id: view.id }, body: values })
        : call(createSavedView, { body: { ...values, screen: 'applications', query, columns } }),
    onSuccess: async (saved) => {
      await invalidate(listSavedViews)
      toast(t`Saved view ${saved.name}`)
      onSaved(saved)
    },
    onError: (error) => showFormError(form, error, t`Not saved`),
  })
  return (
    <Modal opened={useOpened(true)} onClose={onClose} title={view ? t`Edit ${name}` : t`Save view`} size="sm">
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          <TextInput
            label={t`Name`}
            placeholder={t`Callbacks due`}
            maxLength={80}
            data-autofocus
            {...form.getInputProps('name')}
          />
          {mayShare && (
            <Switch
              label={t`Shared`}
              description={t`Visible to users who can use its filters, but not to client reviewers.`}
              {...form.getInputProps('shared', { type: 'checkbox' })}
            />
          )}
          <Switch
            label={t`Default view`}
            description={t`Open Applications with this view`}
            {...form.getInputProps('isDefault', { type: 'checkbox' })}
          />
          <FormButtons pending={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
