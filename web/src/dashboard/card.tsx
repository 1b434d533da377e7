import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { ErrorState } from '../ui/state.tsx'
import classes from './dashboard.module.css'

interface CardProps<Data> {
  title: string
  text?: string
  query: UseQueryResult<Data>
  /** Of the skeleton, so that nothing jumps when the data come. */
  height: number
  /** Takes the whole width. */
  wide?: boolean
  children: (data: Data) => ReactNode
}

const skeletonGap = 12

/** One subject of the dashboard, loading and failing by itself. */
export function Card<Data>({ title, text, query, height, wide, children }: CardProps<Data>) {
  return (
    <section className={wide ? `${classes.card} ${classes.wide}` : classes.card} aria-label={title}>
      <h2 className={classes.cardTitle}>{title}</h2>
      {text && <p className={classes.cardText}>{text}</p>}
      {query.data !== undefined ? (
        children(query.data)
      ) : query.error ? (
        <div className={classes.failed} style={{ minHeight: height + skeletonGap }}>
          <ErrorState text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        </div>
      ) : (
        <Skeleton height={height} mt={skeletonGap} aria-hidden />
      )}
    </section>
  )
}
