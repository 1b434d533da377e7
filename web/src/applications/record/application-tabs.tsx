import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { DispositionKind } from '@muster/contract/dispositions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { usePermission } from '../../session/session.ts'
import { StatusIcon } from '../../statuses/status-icon.tsx'
import { dispositionLabels } from '../../texts/contract-labels.ts'
import type { ApplicationDetails } from '../application-query.ts'
import classes from './application-tabs.module.css'

/** One of the person's applications. */
export interface ApplicationTab {
  id: string
  position: { name: string }
  company: { name: string }
  status: { name: string; type: StatusType; color: string }
  disposition: DispositionKind | null
  createdAt: string
}

/** Returns all applications of the person that the user may see: open ones first, then the newest. */
export function applicationsOf(application: ApplicationDetails): ApplicationTab[] {
  const { disposition, otherApplications } = application
  return inOrder([{ ...application, disposition: disposition?.kind ?? null }, ...otherApplications])
}

export function inOrder(applications: readonly ApplicationTab[]): ApplicationTab[] {
  return applications.toSorted(
    (a, b) =>
      Number(a.disposition !== null) - Number(b.disposition !== null) ||
      b.createdAt.localeCompare(a.createdAt),
  )
}

interface ApplicationTabsProps {
  /** Null if the person was erased: they apply no more. */
  candidateId: string | null
  applications: readonly ApplicationTab[]
  shownId: string | undefined
  /** Shows another application here. Without it, a tab leads to the page of its application. */
  onShow?: ((id: string) => void) | undefined
}

/** The person's applications side by side, and a way to add one. */
export function ApplicationTabs({ candidateId, applications, shownId, onShow }: ApplicationTabsProps) {
  const mayAdd = usePermission('applications:write')
  const showHere = (id: string) => (event: MouseEvent) => {
    if (!onShow || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onShow(id)
  }
  return (
    <nav className={classes.tabs} aria-label={t`Applications of this candidate`}>
      {applications.map(({ id, position, company, status, disposition }) => (
        <Link
          key={id}
          to="/applications/$id"
          params={{ id }}
          replace
          activeProps={{}}
          className={classes.tab}
          aria-current={id === shownId ? 'page' : undefined}
          title={status.name}
          onClick={showHere(id)}
        >
          <StatusIcon type={status.type} color={status.color} size={14} />
          <b>{position.name}</b>
          <span>
            {company.name}
            {disposition && ` · ${t(dispositionLabels[disposition])}`}
          </span>
        </Link>
      ))}
      {mayAdd && candidateId && (
        <Link to="/applications/create" search={{ candidateId }} className={classes.tab}>
          <IconPlus size={14} stroke={1.6} aria-hidden />
          <Trans>Add to position</Trans>
        </Link>
      )}
    </nav>
  )
}
