import { t } from '@lingui/core/macro'
import { Skeleton } from '@mantine/core'
import classes from './skeletons.module.css'

/** The shape of a screen's skeleton, which matches its content so that nothing moves. */
export type SkeletonShape = 'table' | 'cards' | 'dashboard' | 'board' | 'form'

function times(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

export function TableSkeleton({ rows = 18 }: { rows?: number }) {
  return (
    <div aria-hidden>
      {times(rows).map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={12} width={`${14 + ((row * 7) % 8)}%`} />
          <Skeleton height={12} width={`${22 + ((row * 5) % 11)}%`} />
          <Skeleton height={12} width="8%" />
          <Skeleton height={12} width={`${12 + ((row * 3) % 6)}%`} />
        </div>
      ))}
    </div>
  )
}

function CardsSkeleton() {
  return (
    <div className={classes.cards} aria-hidden>
      <Skeleton height={134} radius="lg" className={classes.wide} />
      <Skeleton height={306} radius="lg" />
      <Skeleton height={306} radius="lg" />
    </div>
  )
}

function DashboardSkeleton() {
  return (
    <div className={classes.dashboard} aria-hidden>
      <Skeleton height={356} radius="lg" />
      <Skeleton height={356} radius="lg" />
      <Skeleton height={306} radius="lg" className={classes.wide} />
      <Skeleton height={240} radius="lg" className={classes.wide} />
    </div>
  )
}

function BoardSkeleton() {
  return (
    <div className={classes.board} aria-hidden>
      {times(5).map((column) => (
        <div key={column} className={classes.column}>
          <Skeleton height={14} width="50%" />
          {times(5 - column).map((card) => (
            <div key={card} className={classes.boardCard} />
          ))}
        </div>
      ))}
    </div>
  )
}

function FormSkeleton() {
  return (
    <div className={classes.form} aria-hidden>
      {times(6).map((field) => (
        <div key={field} className={classes.field}>
          <Skeleton height={12} width={`${12 + ((field * 5) % 9)}%`} />
          <div className={classes.control} />
        </div>
      ))}
    </div>
  )
}

const shapes = {
  table: TableSkeleton,
  cards: CardsSkeleton,
  dashboard: DashboardSkeleton,
  board: BoardSkeleton,
  form: FormSkeleton,
}

/** The filters above a report, while it loads. */
export function FiltersSkeleton() {
  return <Skeleton height="var(--control-height)" width={420} maw="60%" radius="sm" aria-hidden />
}

export function PageSkeleton({ shape }: { shape: SkeletonShape }) {
  const Shape = shapes[shape]
  return (
    <div role="status" aria-label={t`Loading`}>
      <Shape />
    </div>
  )
}
