import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { ErrorState } from '../ui/state.tsx'
import classes from './dashboard.module.css'

/** What a card needs of a query. */
interface CardQuery<Data> {
  data?: Data | undefined
  error: Error | null
  refetch: () => unknown
}

interface CardProps<Data> {
  title: string
  text?: string
  query: CardQuery<Data>
  /** The height of the content, which its skeleton has as well; without it, the skeleton fills the card. */
  height?: number
  /** Its area of the grid. */
  area: 'needs' | 'leads' | 'activity'
  children: (data: Data) => ReactNode
}

const skeletonGap = 12

/** A card of the dashboard, with its own loading and error states. */
export function Card<Data>({ title, text, query, height, area, children }: CardProps<Data>) {
  return (
    <section className={classes.card} data-area={area} aria-label={title}>
      <h2 className={classes.cardTitle}>{title}</h2>
      {text && <p className={classes.cardText}>{text}</p>}
      {query.data !== undefined ? (
        children(query.data)
      ) : query.error ? (
        <div className={classes.failed} style={height ? { minHeight: height + skeletonGap } : undefined}>
          <ErrorState text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        </div>
      ) : (
        <Skeleton {...(height ? { height } : { flex: 1 })} mt={skeletonGap} aria-hidden />
      )}
    </section>
  )
}
