import { Button, Group, Stack, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkResult } from './act-on-applications.ts'
import { tag } from './application-actions.ts'
import { type ApplicationRow, facetsQuery } from './queries.ts'

interface TagFormProps {
  label: string
  applications: readonly ApplicationRow[]
  onDone: (result: BulkResult | null) => void
}

// Over the form, not over its button; inside of it, so that a click there is not one outside.
const upwards = { position: 'top-start', withinPortal: false } as const

/** Adds tags to applications, and takes off those they have. */
export function TagForm({ label, applications, onDone }: TagFormProps) {
  const { data } = useQuery(facetsQuery)
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const theirs = [...new Set(applications.flatMap(({ tags }) => tags))].sort()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void tag(applications, add, remove).then(onDone)
      }}
    >
      <Stack gap="sm">
        <strong>{label}</strong>
        <TagsInput
          label="Add"
          data={(data?.tags ?? []).filter((each) => !add.includes(each))}
          value={add}
          onChange={setAdd}
          maxTags={20}
          maxDropdownHeight={200}
          comboboxProps={upwards}
          acceptValueOnBlur
          data-autofocus
        />
        {theirs.length > 0 && (
          <TagsInput
            label="Remove"
            data={theirs}
            value={remove}
            onChange={(values) => setRemove(values.filter((each) => theirs.includes(each)))}
            maxTags={20}
            maxDropdownHeight={200}
            comboboxProps={upwards}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={add.length + remove.length === 0}>
            Tag
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
