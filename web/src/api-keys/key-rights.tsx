import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox } from '@mantine/core'
import type { Permission } from '@muster/contract/permissions.ts'
import { useCurrentUser } from '../session/session.ts'
import { permissionLabels } from '../texts/permission-labels.ts'
import { permissionAreas } from '../users/permission-areas.ts'
import classes from './api-keys.module.css'

/** Permissions that only people have; the server refuses them for keys. */
const personal: readonly Permission[] = [
  'views:share',
  'users:manage',
  'integrations:manage',
  'privacy:manage',
  'billing:manage',
  'platform:manage',
]

interface KeyRightsProps {
  value: readonly Permission[]
  onChange: (permissions: Permission[]) => void
  error?: string | undefined
}

/** Selects the permissions of a key among the user's own. */
export function KeyRights({ value, onChange, error }: KeyRightsProps) {
  const { permissions: own } = useCurrentUser()
  const offered = (permission: Permission) =>
    (own.includes(permission) || value.includes(permission)) && !personal.includes(permission)
  return (
    <fieldset
      tabIndex={-1}
      data-refused={error !== undefined || undefined}
      className={classes.rights}
      aria-describedby={error ? 'key-rights-error' : undefined}
    >
      <legend>
        <Trans>Permissions</Trans>
      </legend>
      {error && (
        <p id="key-rights-error" className={classes.error} role="alert">
          {error}
        </p>
      )}
      {permissionAreas.map(({ title, permissions }) => {
        const shown = permissions.filter(offered)
        if (shown.length === 0) return null
        return (
          <div key={title.id} className={classes.area}>
            <h3 className={classes.areaTitle}>{t(title)}</h3>
            {shown.map((permission) => (
              <Checkbox
                key={permission}
                label={t(permissionLabels[permission])}
                checked={value.includes(permission)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...value, permission] : value.filter((each) => each !== permission))
                }
              />
            ))}
          </div>
        )
      })}
    </fieldset>
  )
}
