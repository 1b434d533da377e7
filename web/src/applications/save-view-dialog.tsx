import { Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { createSavedView, listSavedViews, updateSavedView } from '@muster/contract/saved-views.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { showFormError } from '../ui/form-error.ts'
import { toast } from '../ui/toast.tsx'
import type { SavedView } from './views.ts'

interface SaveViewDialogProps {
  /** The view that is renamed; a new one when left out. */
  view?: SavedView
  query: Record<string, string>
  columns: string[]
  onClose: () => void
  onSaved: (view: SavedView) => void
}

/** Names the filters, order and columns as they stand; shares them; makes them what the list opens with. */
export function SaveViewDialog({ view, query, columns, onClose, onSaved }: SaveViewDialogProps) {
  const form = useForm({
    initialValues: {
      name: view?.name ?? '',
      shared: view?.shared ?? false,
      isDefault: view?.isDefault ?? false,
    },
    validate: { name: (name) => (name.trim() ? null : 'Give it a name') },
  })
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      view
        ? call(updateSavedView, { params: { id: view.id }, body: values })
        : call(createSavedView, { body: { ...values, screen: 'applications', query, columns } }),
    onSuccess: async (saved) => {
      await invalidate(listSavedViews)
      toast(`Saved the view ${saved.name}`)
      onSaved(saved)
    },
    onError: (error) => showFormError(form, error, 'Not saved'),
  })
  return (
    <Modal opened onClose={onClose} title={view ? `Change ${view.name}` : 'Save view'} size="sm">
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            placeholder="Callbacks due"
            maxLength={80}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Switch
            label="Shared"
            description="Everybody in the workspace sees it"
            {...form.getInputProps('shared', { type: 'checkbox' })}
          />
          <Switch
            label="My default"
            description="Applications opens with it"
            {...form.getInputProps('isDefault', { type: 'checkbox' })}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
