import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import { getUserStats, listRoles } from '@muster/contract/users.ts'
import { IconCheck } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { endpointQuery } from '../api/query.ts'
import { roleNames } from '../texts/contract-labels.ts'
import { permissionLabels } from '../texts/permission-labels.ts'
import { formatNumber } from '../ui/format.ts'
import { Hint } from '../ui/hint.tsx'
import { TextLink } from '../ui/link.tsx'
import { permissionAreas } from './permission-areas.ts'
import classes from './roles-section.module.css'

type RoleRow = ResponseOf<typeof listRoles>['items'][number]

const has = (role: RoleRow, permission: Permission) => role.permissions.includes(permission)

/** The number of users with the role, linked to them. */
function Count({ role }: { role: RoleRow }) {
  const text = formatNumber(role.users)
  if (role.users === 0) return <span className={classes.none}>{text}</span>
  const name = t(roleNames[role.key])
  return (
    <TextLink
      to="/settings/users"
      search={{ role: [role.key] }}
      className={classes.count}
      aria-label={plural(role.users, {
        one: `# user with the ${name} role`,
        other: `# users with the ${name} role`,
      })}
    >
      {text}
    </TextLink>
  )
}

function Mark({ held }: { held: boolean }) {
  if (!held)
    return (
      <VisuallyHidden>
        <Trans>no</Trans>
      </VisuallyHidden>
    )
  return (
    <>
      <IconCheck size={16} stroke={1.6} className={classes.check} aria-hidden />
      <VisuallyHidden>
        <Trans>yes</Trans>
      </VisuallyHidden>
    </>
  )
}

/** The description of a permission, linked to all users who hold it, by role or individually. */
function Right({ permission }: { permission: Permission }) {
  return (
    <TextLink
      to="/settings/users"
      search={{ holds: permission }}
      className={classes.right}
      title={t`Show users with this permission`}
    >
      {t(permissionLabels[permission])}
    </TextLink>
  )
}

function Matrix({ roles }: { roles: readonly RoleRow[] }) {
  return (
    <table className={classes.matrix}>
      <thead>
        <tr>
          <th scope="col" className={classes.corner}>
            <Trans>Permission</Trans>
          </th>
          {roles.map((role) => (
            <th key={role.key} scope="col">
              <span className={classes.head}>
                <span>{t(roleNames[role.key])}</span>
                <span className={classes.below}>
                  <Count role={role} />
                  <Hint label={t`About this role`}>{role.description}</Hint>
                </span>
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {permissionAreas.map(({ title, permissions }) => (
          <Fragment key={title.id}>
            <tr className={classes.area}>
              <th scope="colgroup" colSpan={roles.length + 1}>
                {t(title)}
              </th>
            </tr>
            {permissions.map((permission) => (
              <tr key={permission}>
                <th scope="row">
                  <Right permission={permission} />
                </th>
                {roles.map((role) => (
                  <td key={role.key} data-held={has(role, permission) || undefined}>
                    <Mark held={has(role, permission)} />
                  </td>
                ))}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** One role at a time, on narrow screens. */
function OneRole({ roles }: { roles: readonly RoleRow[] }) {
  const [key, setKey] = useState<string>('recruiter')
  const role = roles.find((each) => each.key === key) ?? roles[0]
  if (!role) return null
  return (
    <div className={classes.one}>
      <NativeSelect
        label={t`Role`}
        description={role.description}
        value={role.key}
        onChange={(event) => setKey(event.currentTarget.value)}
        data={roles.map((each) => ({ value: each.key, label: t(roleNames[each.key]) }))}
      />
      <p className={classes.people}>
        <Trans>
          Active users: <Count role={role} />
        </Trans>
      </p>
      {permissionAreas.map(({ title, permissions }) => (
        <section key={title.id} aria-label={t(title)}>
          <h2 className={classes.title}>{t(title)}</h2>
          <ul className={classes.list}>
            {permissions.map((permission) => (
              <li key={permission} data-held={has(role, permission) || undefined}>
                <span className={classes.mark}>
                  <Mark held={has(role, permission)} />
                </span>
                <Right permission={permission} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The matrix of roles and permissions, with the number of users. */
export function RolesSection() {
  const { items: roles } = useSuspenseQuery(endpointQuery(listRoles)).data
  const overridden = useQuery(endpointQuery(getUserStats)).data?.overridden ?? 0
  const wide = useMediaQuery('(min-width: 61.99em)', true, { getInitialValueInEffect: false })
  const number = formatNumber(overridden)
  return (
    <>
      <p className={classes.note}>
        <Trans>
          Roles are the same in every workspace. You can grant or remove single permissions per user.
        </Trans>{' '}
        {overridden > 0 && (
          <TextLink to="/settings/users" search={{ overridden: 'true' }}>
            {t`Users with custom permissions: ${number}`}
          </TextLink>
        )}
      </p>
      <div className={classes.scroller}>{wide ? <Matrix roles={roles} /> : <OneRole roles={roles} />}</div>
    </>
  )
}
