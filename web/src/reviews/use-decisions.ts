import { t } from '@lingui/core/macro'
import { decideSubmission, listApplications, undoDecision } from '@muster/contract/applications.ts'
import { getReview, getReviewCounts, listReviews } from '@muster/contract/reviews.ts'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate, queryClient } from '../api/query.ts'
import { toastError } from '../ui/toast.tsx'
import { awaitingQuery, type Review } from './review-queries.ts'

/** How long a decision can be undone here. The server allows it longer. */
const undoMs = 10_000

export type Decision = { kind: 'approve' } | { kind: 'decline'; reasonId: string; note: string | null }

/** A decline that was not saved, with what was chosen and written. */
export interface RefusedDecline {
  reasonId: string
  note: string | null
}

export interface Decided {
  id: string
  name: string
  kind: Decision['kind']
}

/** Declines that were not saved, by person. They are cached, so that another screen does not lose them. */
const refusedKey = ['refused-declines']
type RefusedDeclines = Record<string, RefusedDecline>

function storeRefused(id: string, refused: RefusedDecline | undefined) {
  queryClient.setQueryData<RefusedDeclines>(refusedKey, ({ [id]: _, ...others } = {}) =>
    refused ? { ...others, [id]: refused } : others,
  )
}

function reload() {
  return invalidate(listReviews, getReview, getReviewCounts, listApplications)
}

/** Takes a person out of the list at once. Returns the rollback. */
function takeOut(id: string): () => void {
  const { queryKey } = awaitingQuery
  const before = queryClient.getQueryData(queryKey)
  if (before)
    queryClient.setQueryData(queryKey, {
      ...before,
      items: before.items.filter((item) => item.id !== id),
      total: { ...before.total, value: Math.max(0, before.total.value - 1) },
    })
  return () => queryClient.setQueryData(queryKey, before)
}

/**
 * Decides on people, each at once: the next one is shown while the decision is saved. The last decision can be undone
 * for ten seconds.
 * @param onShow shows a person; undefined shows the first in the list
 * @param isWriting whether a decline or a question is open: a refused decision does not close it
 */
export function useDecisions(onShow: (id: string | undefined) => void, isWriting: RefObject<boolean>) {
  const [last, setLast] = useState<Decided>()
  const { data: refused = {} } = useQuery<RefusedDeclines>({
    queryKey: refusedKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    if (!last) return
    const timer = setTimeout(() => setLast(undefined), undoMs)
    return () => clearTimeout(timer)
  }, [last])
  const decision = useMutation({
    mutationFn: ({ review, decision: { kind, ...rest } }: { review: Review; decision: Decision }) =>
      call(decideSubmission, {
        params: { id: review.id },
        body: { decision: kind, ...rest, version: review.version },
      }),
    onMutate: async ({ review: { id } }) => {
      // An answer on its way would bring the person back.
      await queryClient.cancelQueries({ queryKey: [listReviews.name] })
      return takeOut(id)
    },
    onError: (error, { review, decision }, rollBack) => {
      if (decision.kind === 'decline') storeRefused(review.id, decision)
      rollBack?.()
      setLast((last) => (last?.id === review.id ? undefined : last))
      if (!isLeft.current && !isWriting.current) onShow(review.id)
      const { name } = review.candidate
      toastError(error, t`The decision on ${name} was not saved`)
    },
    onSettled: reload,
  })
  const undoing = useMutation({
    mutationFn: ({ id }: Decided) => call(undoDecision, { params: { id } }),
    onSuccess: (_, { id }) => {
      if (!isLeft.current && !isWriting.current) onShow(id)
    },
    onError: (error, decided) => {
      setLast((newer) => newer ?? decided)
      toastError(error, t`Not undone`)
    },
    onSettled: reload,
  })
  return {
    last,
    /** Declines that were refused, by person. */
    refused,
    /** Decides, and shows the next person. */
    decide(review: Review, made: Decision, nextId: string | undefined) {
      storeRefused(review.id, undefined)
      setLast({ id: review.id, name: review.candidate.name, kind: made.kind })
      saving.current = decision.mutateAsync({ review, decision: made })
      // `onError` reports it.
      saving.current.catch(() => undefined)
      onShow(nextId)
    },
    undo() {
      if (!last || undoing.isPending) return
      setLast(undefined)
      // The decision may still be on its way. One that failed needs no undo.
      saving.current.then(
        () => undoing.mutate(last),
        () => undefined,
      )
    },
  }
}
