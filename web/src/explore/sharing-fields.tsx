import { useLingui } from '@lingui/react/macro'
import { Autocomplete, Checkbox, Stack, TextInput } from '@mantine/core'
import { usePermission } from '../session/session.ts'
import { roleNames } from '../texts/contract-labels.ts'
import { roleKeys } from '../users/users-search.ts'

/** Those who work for the workspace; the contract's list is not part of the app. */
const sharable = roleKeys.filter((role) => role !== 'superadmin' && role !== 'client_reviewer')

interface SharingFieldsProps {
  getInputProps: (name: 'name' | 'folder' | 'roles') => object
  folders: readonly string[]
}

/** The name, the folder and the roles of a saved report or a report dashboard. */
export function SharingFields({ getInputProps, folders }: SharingFieldsProps) {
  const { t } = useLingui()
  const mayShare = usePermission('views:share')
  return (
    <>
      <TextInput label={t`Name`} maxLength={80} data-autofocus {...getInputProps('name')} />
      <Autocomplete
        label={t`Folder`}
        placeholder={t`None`}
        maxLength={60}
        data={[...folders]}
        {...getInputProps('folder')}
      />
      {mayShare && (
        <Checkbox.Group
          label={t`Shared with`}
          description={t`Everyone sees the numbers of the rows they have access to.`}
          {...getInputProps('roles')}
        >
          <Stack gap="xs" mt="xs">
            {sharable.map((role) => (
              <Checkbox key={role} value={role} label={t(roleNames[role])} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  )
}
