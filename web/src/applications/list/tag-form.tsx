import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { facetsQuery } from '../queries.ts'
import type { Selected } from './selected.ts'
import classes from './tag-form.module.css'

interface TagFormProps {
  label: string
  selected: Selected
  onSubmit: (add: string[], remove: string[]) => void
}

// Opens over the form instead of its button. Rendered within the form, so that a click there does not count
// as outside.
const upwards = { position: 'top-start', withinPortal: false } as const

/** Adds tags to applications, and removes existing ones. */
export function TagForm({ label, selected, onSubmit }: TagFormProps) {
  const { data } = useQuery(facetsQuery)
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const { t } = useLingui()
  const theirs = selected.tags
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(add, remove)
      }}
    >
      <Stack gap="sm">
        <strong>{label}</strong>
        <TagsInput
          label={t`Add`}
          data={(data?.tags ?? []).filter((each) => !add.includes(each))}
          value={add}
          onChange={setAdd}
          maxTags={20}
          withScrollArea={false}
          classNames={{ options: classes.options }}
          comboboxProps={upwards}
          acceptValueOnBlur
          data-autofocus
        />
        {theirs.length > 0 && (
          <TagsInput
            label={t`Remove`}
            data={[...theirs]}
            value={remove}
            onChange={(values) => setRemove(values.filter((each) => theirs.includes(each)))}
            maxTags={20}
            withScrollArea={false}
            classNames={{ options: classes.options }}
            comboboxProps={upwards}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={add.length + remove.length === 0}>
            <Trans>Tag</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
