import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { getUser, getUserPermissions, setUserPermissions } from '@muster/contract/manage-users.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate, queryClient } from '../api/query.ts'
import { roleNames } from '../texts/contract-labels.ts'
import { permissionLabels } from '../texts/permission-labels.ts'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { PartSkeleton } from './part-skeleton.tsx'
import { permissionAreas } from './permission-areas.ts'
import { refreshUsers } from './user-actions.ts'
import classes from './user-rights.module.css'

type Rights = ResponseOf<typeof getUserPermissions>
type Right = Rights['items'][number]

function originOf(right: Right, role: string): string {
  switch (right.from) {
    case 'role':
      return t`From the ${role} role`
    case 'granted':
      return t`Granted individually`
    case 'revoked':
      return t`Removed individually`
    default:
      return t`Not in the ${role} role`
  }
}

function RightRow({
  right,
  role,
  onSwitch,
}: {
  right: Right
  role: string
  onSwitch: (held: boolean) => void
}) {
  const { permission, held, from, whyNot } = right
  return (
    <li className={classes.right} data-from={from ?? undefined}>
      <Switch
        checked={held}
        disabled={whyNot !== null}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
        label={t(permissionLabels[permission])}
        description={originOf(right, role)}
        title={whyNot ?? undefined}
        labelPosition="left"
        classNames={{ body: classes.switch, labelWrapper: classes.label }}
      />
    </li>
  )
}

function useRights(userId: string) {
  const params = { id: userId }
  const { queryKey } = endpointQuery(getUserPermissions, { params })
  return useMutation({
    mutationFn: ({
      permissions,
      version,
    }: {
      permissions: Permission[]
      version: number
      undo?: Permission[]
    }) => call(setUserPermissions, { params, body: { permissions, version } }),
    onMutate: ({ permissions }) => {
      const before = queryClient.getQueryData<Rights>(queryKey)
      if (before)
        queryClient.setQueryData<Rights>(queryKey, {
          ...before,
          items: before.items.map((item) => ({ ...item, held: permissions.includes(item.permission) })),
        })
      return () => queryClient.setQueryData(queryKey, before)
    },
    onError: (error, _rights, rollBack) => {
      rollBack?.()
      toastError(error, t`Permissions not changed`)
      void invalidate(getUserPermissions)
    },
    onSuccess: (rights) => {
      queryClient.setQueryData(queryKey, rights)
      void refreshUsers()
    },
  })
}

/** Lists a user's permissions with their origin; a switch grants or revokes each. */
export function UserRights({ userId }: { userId: string }) {
  const query = useQuery(endpointQuery(getUserPermissions, { params: { id: userId } }))
  const name = useQuery(endpointQuery(getUser, { params: { id: userId } })).data?.name ?? ''
  const save = useRights(userId)
  if (query.error && !query.data)
    return <ErrorState text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  if (!query.data) return <PartSkeleton />
  const { items, role, version } = query.data
  const roleText = t(roleNames[role])
  const held = items.filter((item) => item.held).map(({ permission }) => permission)
  const ofRole = items
    .filter(({ from }) => from === 'role' || from === 'revoked')
    .map(({ permission }) => permission)
  const own = items.filter(({ from }) => from === 'granted' || from === 'revoked').length
  const set = (permissions: Permission[], doneText: string) =>
    save.mutate(
      { permissions, version },
      {
        onSuccess: (saved) =>
          toast(doneText, () => save.mutate({ permissions: held, version: saved.version })),
      },
    )
  const reasons = [...new Set(items.map(({ whyNot }) => whyNot))]
  const general = reasons.length === 1 ? reasons[0] : null

  return (
    <div className={classes.part}>
      <p className={classes.summary}>
        {general ??
          (own > 0 ? (
            <Trans>Differences from the {roleText} role are marked.</Trans>
          ) : (
            <Trans>These are the permissions of the {roleText} role. Changes apply to this user only.</Trans>
          ))}
        {own > 0 && !general && (
          <Button
            size="xs"
            variant="default"
            disabled={save.isPending}
            onClick={() => set(ofRole, t`Permissions of ${name} reset to the role`)}
          >
            <Trans>Reset to role</Trans>
          </Button>
        )}
      </p>
      {permissionAreas.map(({ title, permissions }) => (
        <section key={title.id} aria-label={t(title)}>
          <h2 className={classes.title}>{t(title)}</h2>
          <ul className={classes.rights}>
            {items
              .filter(({ permission }) => permissions.includes(permission))
              .map((right) => (
                <RightRow
                  key={right.permission}
                  right={save.isPending && !right.whyNot ? { ...right, whyNot: t`Saving` } : right}
                  role={roleText}
                  onSwitch={(on) =>
                    set(
                      on ? [...held, right.permission] : held.filter((each) => each !== right.permission),
                      on ? t`Permission granted to ${name}` : t`Permission removed from ${name}`,
                    )
                  }
                />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
