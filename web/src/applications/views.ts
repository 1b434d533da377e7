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
import type { InputOf } from '../api/call.ts'
import { call } from '../api/call.ts'
import { invalidate, queryClient } from '../api/query.ts'
import { toast, toastError } from '../ui/toast.tsx'
import type { ApplicationsSearch } from './applications-search.ts'
import { viewsQuery } from './views-query.ts'

export type SavedView = ResponseOf<typeof listSavedViews>['items'][number]

/** The saved views of the list, and the one the address is in. */
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

/** Notes that the person looks at a view, as it opens and as it is left: what comes in later is new to them. */
export function useSeen(viewId: string | undefined) {
  useEffect(() => {
    if (!viewId) return
    const note = () => {
      const known = queryClient.getQueryData(viewsQuery.queryKey)
      // It was left because it was deleted.
      if (!known?.items.some(({ id }) => id === viewId)) return
      const seenAt = new Date().toISOString()
      patchViews((views) => views.map((view) => (view.id === viewId ? { ...view, seenAt } : view)))
      // Nobody asked for it: when it fails, something stays new for longer.
      call(personaliseSavedView, { params: { id: viewId }, body: { seen: true } }).catch(() => {})
    }
    // One passed on the way to another was not looked at.
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

/** Changes a view and says so; answers whether it worked. */
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
    toast(isDefault ? t`Applications opens with ${name}` : t`Applications opens with all that are open`)
  } catch (error) {
    rollBack()
    toastError(error, t`Not changed`)
  }
}

/** Puts a view before or behind another, for this person alone. */
export async function placeView(
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

/** Deletes a view; an Undo brings it back. */
export async function deleteView(view: SavedView, broughtBack: () => void) {
  const { id, name } = view
  const rollBack = patchViews((views) => views.filter((each) => each.id !== id))
  try {
    await call(deleteSavedView, { params: { id } })
    toast(t`Deleted the view ${name}`, () => {
      call(restoreSavedView, { params: { id } })
        .then(() => invalidate(listSavedViews))
        .then(broughtBack, (error: unknown) => toastError(error, t`Not restored`))
    })
  } catch (error) {
    rollBack()
    toastError(error, t`Not deleted`)
  }
}
