import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu, Modal } from '@mantine/core'
import { exportUsers, listRoles } from '@muster/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointQuery } from '../api/query.ts'
import { downloadExport } from '../exports/download-export.ts'
import { ExportMenu } from '../exports/export-menu.tsx'
import { usePermission } from '../session/session.ts'
import { roleNames } from '../texts/contract-labels.ts'
import { SelectionBar } from '../ui/selection-bar.tsx'
import { type Refused, removeUsers, restoreAll, setRoles, setStatuses } from './user-actions.ts'
import { type Colleague, colleaguesText } from './user-labels.ts'
import classes from './users.module.css'

function RoleMenu({
  selected,
  onDone,
}: {
  selected: readonly Colleague[]
  onDone: (of: Refused[] | null) => void
}) {
  const roles = useQuery(endpointQuery(listRoles)).data?.items ?? []
  return (
    <Menu position="top-start" width={280}>
      <Menu.Target>
        <Button variant="default">
          <Trans>Role</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Role`}>
        {roles.map(({ key, assignable, whyNot }) => {
          const reason =
            key === 'client_reviewer' ? t`Needs a company. Assign this role one user at a time.` : whyNot
          return (
            <Menu.Item
              key={key}
              disabled={!assignable || key === 'client_reviewer'}
              title={reason ?? undefined}
              onClick={() => void setRoles(selected, key).then(onDone)}
            >
              {t(roleNames[key])}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Lists the refusals of a bulk action with their reasons. */
function RefusedUsers({ refused, onClose }: { refused: readonly Refused[]; onClose: () => void }) {
  return (
    <Modal opened={refused.length > 0} onClose={onClose} title={t`Some users were not changed`}>
      <ul className={classes.refused}>
        {refused.map(({ id, name, message }) => (
          <li key={id}>
            <strong>{name}</strong>
            <p>{message}</p>
          </li>
        ))}
      </ul>
      <Button fullWidth onClick={onClose} data-autofocus>
        <Trans>Close</Trans>
      </Button>
    </Modal>
  )
}

interface UsersBulkBarProps {
  selected: readonly Colleague[]
  /** The list shows deleted users. */
  deleted: boolean
  onClear: () => void
}

/** The actions on the selected users, at the bottom of the list. */
export function UsersBulkBar({ selected, deleted, onClear }: UsersBulkBarProps) {
  const [refused, setRefused] = useState<Refused[]>([])
  const mayExport = usePermission('applications:export')
  const done = (those: Refused[] | null) => {
    if (!those) return
    setRefused(those)
    if (those.length === 0) onClear()
  }
  const count = selected.length
  if (count === 0) return <RefusedUsers refused={refused} onClose={() => setRefused([])} />
  const suspended = selected.filter(({ status }) => status === 'suspended').length
  return (
    <SelectionBar
      label={t`Selected users`}
      count={count}
      onClear={onClear}
      after={<RefusedUsers refused={refused} onClose={() => setRefused([])} />}
    >
      {deleted ? (
        <Button variant="default" onClick={() => void restoreAll(selected).then(done)}>
          <Trans>Restore</Trans>
        </Button>
      ) : (
        <>
          <RoleMenu selected={selected} onDone={done} />
          {suspended < count && (
            <Button variant="default" onClick={() => void setStatuses(selected, 'suspended').then(done)}>
              <Trans>Suspend</Trans>
            </Button>
          )}
          {suspended > 0 && (
            <Button variant="default" onClick={() => void setStatuses(selected, 'active').then(done)}>
              <Trans>Reactivate</Trans>
            </Button>
          )}
          <Button variant="default" onClick={() => void removeUsers(selected).then(done)}>
            <Trans>Delete</Trans>
          </Button>
        </>
      )}
      {mayExport && (
        <ExportMenu
          label={colleaguesText(count)}
          onExport={(format) =>
            void downloadExport(exportUsers, format, {
              query: { userId: selected.map(({ id }) => id), deleted: deleted ? 'true' : undefined },
            })
          }
        >
          <Button variant="default">
            <Trans>Export</Trans>
          </Button>
        </ExportMenu>
      )}
    </SelectionBar>
  )
}
