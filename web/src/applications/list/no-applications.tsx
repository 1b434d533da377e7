import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconFilterOff, IconUpload, IconUsersGroup } from '@tabler/icons-react'
import { usePermission } from '../../session/session.ts'
import { LinkButton } from '../../ui/link.tsx'
import { EmptyState } from '../../ui/state.tsx'
import type { ApplicationsSearch } from '../filters/applications-search.ts'
import { activeFilters } from '../filters/filters.ts'

/** The empty state of the list: why it is empty, and the next step. */
export function NoApplications({ search, onClear }: { search: ApplicationsSearch; onClear: () => void }) {
  const { t } = useLingui()
  const { q } = search
  const mayAdd = usePermission('applications:write')
  const mayImport = usePermission('applications:import')
  const narrowed =
    search.field !== undefined || activeFilters(search).some(({ names }) => names[0] !== 'open')
  if (search.q || narrowed) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title={q ? t`No results for “${q}”` : t`No applications match these filters`}
        text={
          search.q ? t`Search covers names, emails and phone numbers within the current filters.` : undefined
        }
        action={
          <Button variant="default" onClick={onClear}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={IconUsersGroup}
      title={search.open === 'true' ? t`No open applications` : t`No applications yet`}
      text={t`Import applications from a file or add the first one yourself.`}
      action={
        <Group gap="xs">
          {mayImport && (
            <LinkButton
              to="/imports/new"
              variant="default"
              leftSection={<IconUpload size={16} stroke={1.6} />}
            >
              <Trans>Import</Trans>
            </LinkButton>
          )}
          {mayAdd && <LinkButton to="/applications/create">{t`Add application`}</LinkButton>}
        </Group>
      }
    />
  )
}
