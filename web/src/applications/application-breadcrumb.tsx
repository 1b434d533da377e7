import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronLeft, IconChevronUp } from '@tabler/icons-react'
import { formatNumber, formatTotal } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import classes from './application-page.module.css'
import { placeInList } from './list-context.ts'

interface BreadcrumbProps {
  id: string
  onGo: (direction: 'next' | 'previous') => void
}

/** The list one came from, and the way to the next and the one before. */
export function ApplicationBreadcrumb({ id, onGo }: BreadcrumbProps) {
  const place = placeInList(id)
  const nth = place && formatNumber(place.place)
  const total = place && formatTotal(place.total)
  return (
    <nav className={classes.crumb} aria-label={t`Place in the list`}>
      <TextLink to="/applications" search={place?.search} c="var(--ink-2)" className={classes.crumb}>
        <IconChevronLeft size={16} stroke={1.6} aria-hidden />
        <Trans>Applications</Trans>
      </TextLink>
      {place && (
        <>
          <span className={classes.place}>
            <Trans>
              {nth} of {total}
            </Trans>
          </span>
          <ActionIcon
            size="sm"
            aria-label={t`Previous`}
            title={t`Previous (k)`}
            disabled={!place.previousId}
            onClick={() => onGo('previous')}
          >
            <IconChevronUp size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={t`Next`}
            title={t`Next (j)`}
            disabled={!place.nextId}
            onClick={() => onGo('next')}
          >
            <IconChevronDown size={16} stroke={1.6} />
          </ActionIcon>
        </>
      )}
    </nav>
  )
}
