import { t } from '@lingui/core/macro'
import { Drawer } from '@mantine/core'
import { listRetentionRows } from '@muster/contract/privacy.ts'
import { errorMessage } from '../api/api-error.ts'
import { usePages } from '../api/pages.ts'
import { formatDay } from '../ui/format.ts'
import { TextLink } from '../ui/link.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { useOpened } from '../ui/use-opened.ts'
import classes from './privacy.module.css'
import { type RuleName, ruleTexts } from './retention-texts.ts'

interface DueDrawerProps {
  rule: 'candidates' | 'files' | 'calls'
  months: number
  onClose: () => void
}

const ruleOf = {
  candidates: 'candidatesMonths',
  files: 'filesMonths',
  calls: 'callsMonths',
} as const satisfies Record<string, RuleName>

/** Lists what a retention rule would delete, oldest first. */
export function DueDrawer({ rule, months, onClose }: DueDrawerProps) {
  const pages = usePages(listRetentionRows, { query: { rule, months } })
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(480px, 100vw)"
      title={t(ruleTexts[ruleOf[rule]].title)}
    >
      {pages.error !== null && <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />}
      {pages.isPending && <TableSkeleton rows={6} />}
      {!pages.isPending && pages.error === null && pages.rows.length === 0 && (
        <EmptyState title={t`No data is this old yet.`} />
      )}
      <ul className={classes.rows}>
        {pages.rows.map(({ id, name, at, applicationId }) => (
          <li key={id} className={classes.row}>
            {applicationId ? (
              <TextLink to="/applications/$id" params={{ id: applicationId }}>
                {name}
              </TextLink>
            ) : (
              <span>{name}</span>
            )}
            <span className={classes.caption}>{formatDay(at)}</span>
          </li>
        ))}
      </ul>
      <ShowMore pages={pages} />
    </Drawer>
  )
}
