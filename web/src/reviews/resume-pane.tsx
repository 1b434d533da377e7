import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { IconEyeOff, IconFileText, IconMaximize } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { PreviewSkeleton } from '../uploads/preview-frame.tsx'
import { coveredResumeQuery, type Review } from './review-queries.ts'
import classes from './reviews.module.css'

const FilePreview = lazy(() =>
  import('../uploads/file-preview.tsx').then((module) => ({ default: module.FilePreview })),
)

interface ResumeProps {
  review: Review
  onAsk?: (() => void) | undefined
}

function useResume({ id, hasResume }: Review) {
  return useQuery({ ...coveredResumeQuery(id), enabled: hasResume })
}

/** The copy of a résumé in which contact data are covered, or why there is none. */
function Resume({ review, onAsk }: ResumeProps) {
  const { data, error, refetch } = useResume(review)
  const { name } = review.candidate
  if (error) return <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
  if (!review.hasResume || data?.state === 'none')
    return (
      <EmptyState
        icon={IconFileText}
        title={t`No résumé`}
        text={t`The agency shared no résumé of ${name}.`}
      />
    )
  if (!data) return <PreviewSkeleton />
  if (data.state === 'refused')
    return (
      <EmptyState
        icon={IconEyeOff}
        title={t`This résumé cannot be shown`}
        text={t`Its contact details could not be hidden safely. Ask the agency for another copy.`}
        action={
          onAsk && (
            <Button variant="default" onClick={onAsk}>
              <Trans>Ask</Trans>
            </Button>
          )
        }
      />
    )
  return (
    <Suspense fallback={<PreviewSkeleton />}>
      <FilePreview fileId={review.id} name={t`Résumé of ${name}.pdf`} contentType="application/pdf" covered />
    </Suspense>
  )
}

/** The résumé at the largest size, beside what the agency wrote. */
export function ResumePane(props: ResumeProps) {
  return (
    <section className={classes.resume} aria-label={t`Résumé`}>
      <Resume {...props} />
    </section>
  )
}

/** On a phone: a card that opens the résumé over the screen. */
export function ResumeCard({ review }: { review: Review }) {
  const { data } = useResume(review)
  const [opened, setOpened] = useState(false)
  if (!review.hasResume) return null
  const pages = data?.pageCount
  return (
    <>
      <button type="button" className={classes.card} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        <IconFileText size={20} stroke={1.6} aria-hidden />
        <span className={classes.cardText}>
          <strong>
            <Trans>Résumé</Trans>
          </strong>
          <span>
            {data?.state === 'refused'
              ? t`Cannot be shown`
              : pages
                ? plural(pages, { one: '# page', other: '# pages' })
                : t`PDF`}
          </span>
        </span>
        <IconMaximize size={16} stroke={1.6} aria-hidden />
      </button>
      <Modal opened={opened} onClose={() => setOpened(false)} fullScreen title={t`Résumé`}>
        <div className={classes.resumeSheet}>
          <Resume review={review} />
        </div>
      </Modal>
    </>
  )
}
