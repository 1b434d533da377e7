import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import { exportUsers, listUsers } from '@muster/contract/users.ts'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { ExportListButton } from '../exports/export-list-button.tsx'
import { roleNames } from '../texts/contract-words.ts'
import { When } from '../ui/age.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { Section } from '../ui/section.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import classes from './settings.module.css'

function Colleague({ user }: { user: RowOf<typeof listUsers> }) {
  return (
    <li className={classes.colleague}>
      <Avatar name={user.name} decorative size={28} />
      <span className={classes.who}>
        <span className={classes.colleagueName}>{user.name}</span>
        <span className={classes.caption}>{user.email}</span>
      </span>
      {user.status === 'suspended' && (
        <Badge variant="light" color="orange" size="sm">
          <Trans>Suspended</Trans>
        </Badge>
      )}
      <span className={classes.role}>
        <span>{t(roleNames[user.role])}</span>
        <span className={classes.caption}>
          {user.lastSeenAt ? (
            <Trans>
              Here <When at={user.lastSeenAt} />
            </Trans>
          ) : (
            <Trans>Not here yet</Trans>
          )}
        </span>
      </span>
    </li>
  )
}

/** Who works in the workspace, with their role and when they were here last. */
export function ColleaguesSection() {
  const [q, setQ] = useState<string>()
  const pages = usePages(listUsers, { query: { limit: 20, q } })
  return (
    <Section
      title={t`Colleagues`}
      text={t`Everyone in the workspace, and what they may do by their role.`}
      action={
        <>
          <SearchInput label={t`Search colleagues`} value={q} onChange={setQ} />
          <ExportListButton endpoint={exportUsers} query={{ q }} />
        </>
      }
    >
      {pages.error !== null && <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />}
      {pages.isPending && <TableSkeleton rows={5} />}
      {!pages.isPending && pages.error === null && pages.rows.length === 0 && (
        <EmptyState title={t`Nobody of that name`} text={t`Try part of a name or an e-mail.`} />
      )}
      <ul className={classes.reasons}>
        {pages.rows.map((user) => (
          <Colleague key={user.id} user={user} />
        ))}
      </ul>
      {pages.hasMore && (
        <Button variant="default" onClick={pages.more}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Section>
  )
}
