import { Button, Menu } from '@mantine/core'
import { deleteSavedView, listSavedViews, updateSavedView } from '@muster/contract/saved-views.ts'
import { IconBookmark } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { confirm } from '../ui/confirm.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import {
  type ApplicationsSearch,
  allOpen,
  readApplicationsSearch,
  sameView,
  toViewQuery,
} from './applications-search.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import type { SavedView } from './views.ts'

interface ViewMenuProps {
  search: ApplicationsSearch
  view: SavedView | undefined
  columns: string[]
}

/** Saves what is shown as a view; changes and deletes the one that is open. */
export function ViewMenu({ search, view, columns }: ViewMenuProps) {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'new' | 'change' | null>(null)
  const query = toViewQuery(search)
  const changed = view ? !sameView(readApplicationsSearch(view.query), search) : !sameView(search, allOpen)
  const mayEdit = view?.can.edit ?? false

  async function update(own: SavedView) {
    try {
      await call(updateSavedView, { params: { id: own.id }, body: { query, columns } })
      await invalidate(listSavedViews)
      toast(`Saved ${own.name} as it is shown`)
    } catch (error) {
      toastError(error, 'Not saved')
    }
  }

  async function remove(own: SavedView) {
    const text = own.shared ? 'It goes away for everybody it is shared with.' : 'The applications in it stay.'
    if (!(await confirm({ title: `Delete the view ${own.name}?`, text, action: 'Delete' }))) return
    try {
      await call(deleteSavedView, { params: { id: own.id } })
      await navigate({ to: '/applications', search: allOpen })
      await invalidate(listSavedViews)
      toast(`Deleted the view ${own.name}`)
    } catch (error) {
      toastError(error, 'Not deleted')
    }
  }

  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            c="var(--ink)"
            leftSection={<IconBookmark size={16} stroke={1.6} aria-hidden />}
          >
            View
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {view && (
            <Menu.Item disabled={!mayEdit || !changed} onClick={() => void update(view)}>
              Save changes
            </Menu.Item>
          )}
          <Menu.Item onClick={() => setDialog('new')}>Save view…</Menu.Item>
          {view && (
            <>
              <Menu.Item
                disabled={!changed}
                onClick={() =>
                  navigate({
                    to: '/applications',
                    search: { ...readApplicationsSearch(view.query), view: view.id },
                  })
                }
              >
                Back to how it was saved
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item disabled={!mayEdit} onClick={() => setDialog('change')}>
                Rename, share…
              </Menu.Item>
              <Menu.Item disabled={!mayEdit} onClick={() => void remove(view)}>
                Delete view…
              </Menu.Item>
              {!mayEdit && <Menu.Label>Shared by {view.owner.name}: only they change it</Menu.Label>}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog && (
        <SaveViewDialog
          view={dialog === 'change' ? view : undefined}
          query={query}
          columns={columns}
          onClose={() => setDialog(null)}
          onSaved={(saved) => {
            setDialog(null)
            void navigate({ to: '/applications', search: { ...search, view: saved.id } })
          }}
        />
      )}
    </>
  )
}
