import { t } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import {
  deleteSavedView,
  listSavedViews,
  orderSavedViews,
  personaliseSavedView,
  restoreSavedView,
  updateSavedView,
} from '@muster/contract/saved-views.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InputOf } from '../../api/call.ts'
import { call } from '../../api/call.ts'
import { invalidate, queryClient } from '../../api/query.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import type { ApplicationsSearch } from '../filters/applications-search.ts'
import { viewsQuery } from './views-query.ts'

export type SavedView = ResponseOf<typeof listSavedViews>['items'][number]

/** Returns the saved views of the list, and the active one. */
export function useViews(search: ApplicationsSearch) {
  const { data, isPending, failureCount } = useQuery(viewsQuery)
  const views: SavedView[] = data?.items ?? []
  const current = views.find(({ id }) => id === search.view)
  return { views, current, isPending: isPending && failureCount === 0 }
}

function patchViews(change: (views: SavedView[]) => SavedView[]): () => void {
  const before = queryClient.getQueryData(viewsQuery.queryKey)
  if (before) queryClient.setQueryData(viewsQuery.queryKey, { ...before, items: change(before.items) })
  return () => queryClient.setQueryData(viewsQuery.queryKey, before)
}

/** Records that the user saw a view, when it opens and when it closes: later rows count as new. */
export function useMarkSeen(viewId: string | undefined) {
  useEffect(() => {
    if (!viewId) return
    const note = () => {
      const known = queryClient.getQueryData(viewsQuery.queryKey)
      // It was closed by deleting it.
      if (!known?.items.some(({ id }) => id === viewId)) return
      const seenAt = new Date().toISOString()
      patchViews((views) => views.map((view) => (view.id === viewId ? { ...view, seenAt } : view)))
      // A background request: if it fails, rows count as new for longer.
      call(personaliseSavedView, { params: { id: viewId }, body: { seen: true } }).catch(() => {})
    }
    // A view that is only passed does not count as seen.
    let noted = false
    const timer = setTimeout(() => {
      noted = true
      note()
    }, 1000)
    return () => {
      clearTimeout(timer)
      if (noted) note()
    }
  }, [viewId])
}

/** Updates a view and reports it. Returns whether it succeeded. */
export async function changeView(
  { id }: SavedView,
  body: InputOf<typeof updateSavedView>['body'],
  done: string,
): Promise<boolean> {
  try {
    await call(updateSavedView, { params: { id }, body })
    await invalidate(listSavedViews)
    toast(done)
    return true
  } catch (error) {
    toastError(error, t`Not saved`)
    return false
  }
}

export async function setDefaultView({ id, name }: SavedView, isDefault: boolean) {
  const rollBack = patchViews((views) =>
    views.map((view) => ({ ...view, isDefault: view.id === id ? isDefault : view.isDefault && !isDefault })),
  )
  try {
    await call(personaliseSavedView, { params: { id }, body: { isDefault } })
    toast(isDefault ? t`${name} is now your default view` : t`All open is now your default view`)
  } catch (error) {
    rollBack()
    toastError(error, t`View not changed`)
  }
}

/** Moves a view before or after another, for this user only. */
export async function moveView(
  views: readonly SavedView[],
  id: string,
  besideId: string,
  edge: 'left' | 'right',
) {
  const moved = views.find((view) => view.id === id)
  const others = views.filter((view) => view.id !== id)
  const at = others.findIndex((view) => view.id === besideId)
  if (!moved || at === -1) return
  const ordered = others.toSpliced(edge === 'left' ? at : at + 1, 0, moved)
  const rollBack = patchViews(() => ordered)
  try {
    await call(orderSavedViews, { body: { viewIds: ordered.map((view) => view.id) } })
  } catch (error) {
    rollBack()
    toastError(error, t`Not moved`)
  }
}

/** Deletes a view, with Undo. */
export async function deleteView(view: SavedView, broughtBack: () => void) {
  const { id, name } = view
  const rollBack = patchViews((views) => views.filter((each) => each.id !== id))
  try {
    await call(deleteSavedView, { params: { id } })
    toast(t`Deleted view ${name}`, () => {
      call(restoreSavedView, { params: { id } })
        .then(() => invalidate(listSavedViews))
        .then(broughtBack, (error: unknown) => toastError(error, t`Not restored`))
    })
  } catch (error) {
    rollBack()
    toastError(error, t`Not deleted`)
  }
}
