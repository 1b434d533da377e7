import { Trans } from '@lingui/react/macro'
import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Pages } from '../api/pages.ts'

interface ShowMoreProps extends ButtonProps {
  pages: Pick<Pages<unknown>, 'hasMore' | 'more' | 'moreFailed' | 'retryMore'>
  /** The label; "Show more" by default. */
  children?: ReactNode
}

/** The button below a list that loads its next page. If that failed, it says so and tries again. */
export function ShowMore({ pages, children, ...button }: ShowMoreProps) {
  const { hasMore, more, moreFailed, retryMore } = pages
  if (!hasMore) return null
  return (
    <Button variant="default" {...button} onClick={moreFailed ? retryMore : more}>
      {moreFailed ? <Trans>Could not load more. Retry</Trans> : (children ?? <Trans>Show more</Trans>)}
    </Button>
  )
}
