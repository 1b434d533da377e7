import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { listInvitations } from '@muster/contract/invitations.ts'
import { IconMail, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { usePages } from '../api/pages.ts'
import { ChoiceChip } from '../ui/choice-chip.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { formatTotal } from '../ui/format.ts'
import { LinkButton } from '../ui/link.tsx'
import { ListToolbar } from '../ui/list-toolbar.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { EmptyState } from '../ui/state.tsx'
import { InvitationCard, invitationColumns, stateLabels } from './invitation-columns.tsx'
import { invitationsQuery } from './invitations-query.ts'
import { type InvitationsSearch, stateKeys } from './invitations-search.ts'

const InviteDrawer = lazy(() =>
  import('./invite-drawer.tsx').then((module) => ({ default: module.InviteDrawer })),
)

const route = getRouteApi('/settings/invitations')

/** Lists the invitations with their states. */
export function InvitationsSection() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = invitationsQuery(search)
  const pages = usePages(listInvitations, { query })
  const columns = useMemo(invitationColumns, [])
  const change = (changes: InvitationsSearch, ignoreBlocker = false) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true, ignoreBlocker })
  const total = pages.total && formatTotal(pages.total)
  const inviteButton = (
    <LinkButton
      to="/settings/invitations"
      search={{ ...search, add: true }}
      leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
    >
      <Trans>Invite user</Trans>
    </LinkButton>
  )
  const filtered = search.q !== undefined || search.state !== undefined
  return (
    <>
      <ListToolbar
        narrow
        total={
          pages.total &&
          plural(pages.total.value, { one: `${total} invitation`, other: `${total} invitations` })
        }
        actions={inviteButton}
      >
        <SearchInput label={t`Search invitations`} value={search.q} onChange={(q) => change({ q })} />
        <ChoiceChip
          label={t`Status`}
          any={t`any`}
          choices={stateKeys.map((value) => ({ value, label: t(stateLabels[value]) }))}
          values={search.state}
          onChange={(state) => change({ state: state as InvitationsSearch['state'] })}
        />
      </ListToolbar>
      <DataTable
        label={t`Invitations`}
        columns={columns}
        pages={pages}
        sort={search.sort ?? '-sentAt'}
        onSort={(sort) => change({ sort: sort as InvitationsSearch['sort'] })}
        card={(row) => <InvitationCard invitation={row} />}
        placeKey={`invitations ${JSON.stringify(query)}`}
        empty={
          filtered ? (
            <EmptyState
              icon={IconMail}
              title={t`No invitations match these filters`}
              action={
                <LinkButton to="/settings/invitations" variant="default">
                  <Trans>Show all invitations</Trans>
                </LinkButton>
              }
            />
          ) : (
            <EmptyState
              icon={IconMail}
              title={t`No invitations yet`}
              text={t`Invite users by email. They choose their own password.`}
            />
          )
        }
      />
      <Suspense>
        {search.add && (
          <InviteDrawer
            onClose={() => change({ add: undefined })}
            onDone={() => change({ add: undefined }, true)}
          />
        )}
      </Suspense>
    </>
  )
}
