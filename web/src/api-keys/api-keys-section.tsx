import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { listApiKeys, revokeApiKey } from '@muster/contract/api-keys.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { usePages } from '../api/pages.ts'
import { invalidate, type RowOf } from '../api/query.ts'
import { When } from '../ui/age.tsx'
import { confirm } from '../ui/confirm.tsx'
import { formatDay } from '../ui/format.ts'
import { LinkButton, TextLink } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import classes from './api-keys.module.css'

const KeyDrawer = lazy(() => import('./key-drawer.tsx').then((module) => ({ default: module.KeyDrawer })))

const route = getRouteApi('/settings/api-keys')

type ApiKey = RowOf<typeof listApiKeys>

function stateText({ state, expiresAt, revokedAt }: ApiKey): string {
  if (state === 'revoked') return t`revoked ${formatDay(revokedAt!)}`
  if (state === 'expired') return t`expired ${formatDay(expiresAt!)}`
  return expiresAt ? t`expires ${formatDay(expiresAt)}` : t`does not expire`
}

/** Describes the permissions that the key has lost because its owner lost them. */
function rightsText({ permissions, effectivePermissions, state }: ApiKey): string {
  const given = plural(permissions.length, { one: '# permission', other: '# permissions' })
  const lost = permissions.length - effectivePermissions.length
  if (state !== 'active' || lost === 0) return given
  return t`${given}, ${lost} inactive`
}

function useRevoke() {
  return useMutation({
    mutationFn: ({ id }: ApiKey) => call(revokeApiKey, { params: { id } }),
    onSuccess: (_, { name }) => toast(t`Revoked ${name}`),
    onError: (error, { name }) => toastError(error, t`${name} not revoked`),
    onSettled: () => invalidate(listApiKeys),
  })
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, hint, owner, state, can, lastUsedAt, lastUsedIp } = apiKey
  const revoke = useRevoke()
  async function ask() {
    const yes = await confirm({
      title: t`Revoke ${name}?`,
      text: t`Integrations that use this key lose access within a second. This cannot be undone.`,
      action: t`Revoke`,
    })
    if (yes) revoke.mutate(apiKey)
  }
  return (
    <li className={classes.key} data-over={state === 'active' ? undefined : true}>
      <div className={classes.what}>
        {can.edit ? (
          <TextLink to="/settings/api-keys" search={{ key: id }} className={classes.name}>
            {name}
          </TextLink>
        ) : (
          <span className={classes.name}>{name}</span>
        )}
        <span className={classes.caption}>
          <code>mk_…{hint}</code> · {owner.name} · {rightsText(apiKey)}
        </span>
      </div>
      <div className={classes.when}>
        <span>{stateText(apiKey)}</span>
        <span className={classes.caption}>
          {lastUsedAt ? (
            <Trans>
              last used <When at={lastUsedAt} /> from {lastUsedIp}
            </Trans>
          ) : (
            <Trans>never used</Trans>
          )}
        </span>
      </div>
      {can.revoke && (
        <Button
          variant="default"
          size="xs"
          loading={revoke.isPending}
          aria-label={t`Revoke ${name}`}
          onClick={() => void ask()}
        >
          <Trans>Revoke…</Trans>
        </Button>
      )}
    </li>
  )
}

/** Lists the API keys. */
export function ApiKeysSection() {
  const { add, key } = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePages(listApiKeys, { query: {} })
  const close = (ignoreBlocker = false) => void navigate({ search: {}, replace: true, ignoreBlocker })
  const edited = pages.rows.find(({ id, can }) => id === key && can.edit)
  return (
    <>
      <Section
        title={t`API keys`}
        text={t`Integrations use keys to call the API. A key acts as the user who created it and never has more permissions than they do.`}
        action={
          <LinkButton
            to="/settings/api-keys"
            search={{ add: true }}
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          >
            <Trans>Create API key</Trans>
          </LinkButton>
        }
      >
        {pages.error !== null && <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />}
        {pages.isPending && <TableSkeleton rows={3} />}
        {!pages.isPending && pages.error === null && pages.rows.length === 0 && (
          <EmptyState
            icon={IconKey}
            title={t`No API keys yet`}
            text={t`Create one key per integration, so you can revoke each separately.`}
          />
        )}
        {pages.rows.length > 0 && (
          <ul className={classes.list}>
            {pages.rows.map((row) => (
              <KeyRow key={row.id} apiKey={row} />
            ))}
          </ul>
        )}
        <ShowMore pages={pages} />
      </Section>
      <Suspense>
        {(add || edited) && (
          <KeyDrawer
            key={edited?.id ?? 'new'}
            apiKey={edited}
            onClose={() => close()}
            onDone={() => close(true)}
          />
        )}
      </Suspense>
    </>
  )
}
