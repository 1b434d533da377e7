import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type CustomField, type Draft, isEmptyDraft } from '../../custom-fields/custom-field.ts'
import { fieldTypes } from '../../custom-fields/field-types.tsx'
import { useOpened } from '../../ui/use-opened.ts'

interface FieldDialogProps {
  title: string
  /** What it will change. */
  explanation: string
  /** Those that the user may change. */
  fields: readonly CustomField[]
  /** Receives null to empty the field. */
  onSubmit: (field: CustomField, draft: Draft) => void
  onCancel: () => void
}

/** Sets a custom field of the selected applications, or empties it. */
export function FieldDialog({ title, explanation, fields, onSubmit, onCancel }: FieldDialogProps) {
  const [id, setId] = useState(fields.length === 1 ? (fields[0]?.id ?? null) : null)
  const [draft, setDraft] = useState<Draft>(null)
  const field = fields.find((each) => each.id === id)
  const Editor = field && fieldTypes[field.type].Editor
  return (
    <Modal opened={useOpened(true)} onClose={onCancel} title={title} size="sm">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (field && !isEmptyDraft(draft)) onSubmit(field, draft)
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="var(--ink-2)">
            {explanation}
          </Text>
          <Select
            label={t`Field`}
            placeholder={t`Choose a field`}
            data-autofocus={!field || undefined}
            searchable={fields.length > 8}
            nothingFoundMessage={t`Nothing found`}
            allowDeselect={false}
            data={fields.map(({ id: value, label }) => ({ value, label }))}
            value={id}
            onChange={(next) => {
              setId(next)
              setDraft(null)
            }}
          />
          {field && Editor && <Editor key={field.id} field={field} draft={draft} onChange={setDraft} />}
          <Group justify="space-between" gap="xs">
            {field && !field.required.always ? (
              <Button variant="subtle" color="gray" onClick={() => onSubmit(field, null)}>
                <Trans>Clear field</Trans>
              </Button>
            ) : (
              <span />
            )}
            <Group gap="xs">
              <Button variant="default" onClick={onCancel}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" disabled={!field || isEmptyDraft(draft)}>
                <Trans>Set field</Trans>
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
