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

/** What it may do less than it was given, since its maker has lost rights. */
function rightsText({ permissions, effectivePermissions, state }: ApiKey): string {
  const given = plural(permissions.length, { one: '# right', other: '# rights' })
  const lost = permissions.length - effectivePermissions.length
  if (state !== 'active' || lost === 0) return given
  return t`${given}, ${lost} of them without effect`
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
      text: t`Programs that use it are refused within a second. It cannot be taken back; you would make a new key.`,
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
              used <When at={lastUsedAt} /> from {lastUsedIp}
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

/** Keys by which other programs call in somebody's name. */
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
        text={t`Other programs call the API with a key, in the name of whoever made it and with no more rights than they have.`}
        action={
          <LinkButton
            to="/settings/api-keys"
            search={{ add: true }}
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          >
            <Trans>Make a key</Trans>
          </LinkButton>
        }
      >
        {pages.error !== null && <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />}
        {pages.isPending && <TableSkeleton rows={3} />}
        {!pages.isPending && pages.error === null && pages.rows.length === 0 && (
          <EmptyState
            icon={IconKey}
            title={t`No keys yet`}
            text={t`Make one for each program, so that each can be revoked by itself.`}
          />
        )}
        {pages.rows.length > 0 && (
          <ul className={classes.list}>
            {pages.rows.map((row) => (
              <KeyRow key={row.id} apiKey={row} />
            ))}
          </ul>
        )}
        {pages.hasMore && (
          <Button variant="default" onClick={pages.more}>
            <Trans>Show more</Trans>
          </Button>
        )}
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
