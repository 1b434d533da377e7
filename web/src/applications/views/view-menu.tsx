import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { usePermission } from '../../session/session.ts'
import type { useColumns } from '../columns/use-columns.ts'
import { type ApplicationsSearch, allOpen, readApplicationsSearch } from '../filters/applications-search.ts'
import { sameView, toViewQuery } from '../filters/view-query.ts'
import classes from './view-menu.module.css'
import { changeView, deleteView, moveView, type SavedView, setDefaultView } from './views.ts'

const SaveViewDialog = lazy(() =>
  import('./save-view-dialog.tsx').then((module) => ({ default: module.SaveViewDialog })),
)

interface ViewMenuProps {
  search: ApplicationsSearch
  views: readonly SavedView[]
  view: SavedView | undefined
  columnSettings: ReturnType<typeof useColumns>
}

interface ViewItemsProps extends ViewMenuProps {
  view: SavedView
  onRename: () => void
}

/** The actions on the active view, besides saving its changes. */
function ViewItems({ views, view, onRename }: ViewItemsProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { can, isDefault, owner } = view
  const mayShare = usePermission('views:share')
  const index = views.indexOf(view)
  const [previous, next] = [views[index - 1], views[index + 1]]
  const mine = { ...readApplicationsSearch(view.query), view: view.id }
  const by = owner.name
  return (
    <>
      <Menu.Divider />
      <Menu.CheckboxItem checked={isDefault} onChange={() => void setDefaultView(view, !isDefault)}>
        <Trans>Set as default</Trans>
      </Menu.CheckboxItem>
      <Menu.Item
        disabled={!previous}
        closeMenuOnClick={false}
        onClick={() => previous && void moveView(views, view.id, previous.id, 'left')}
      >
        <Trans>Move left</Trans>
      </Menu.Item>
      <Menu.Item
        disabled={!next}
        closeMenuOnClick={false}
        onClick={() => next && void moveView(views, view.id, next.id, 'right')}
      >
        <Trans>Move right</Trans>
      </Menu.Item>
      <Menu.Item disabled={!can.edit} onClick={onRename}>
        {mayShare ? <Trans>Rename, share…</Trans> : <Trans>Rename…</Trans>}
      </Menu.Item>
      <Menu.Item
        disabled={!can.edit}
        onClick={() => {
          void navigate({ to: '/applications', search: allOpen })
          void deleteView(view, () => void navigate({ to: '/applications', search: mine }))
        }}
      >
        <Trans>Delete view</Trans>
      </Menu.Item>
      {!can.edit && <Menu.Label>{t`Shared by ${by}. Only ${by} can change it.`}</Menu.Label>}
    </>
  )
}

/** Saves or discards changes of the active view, saves a new view, and edits and deletes views. */
export function ViewMenu(props: ViewMenuProps) {
  const { search, view, columnSettings } = props
  const { t } = useLingui()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'new' | 'change' | null>(null)
  const query = toViewQuery(search)
  const saved = view && { ...readApplicationsSearch(view.query), view: view.id }
  const changed = saved !== undefined && (!sameView(saved, search) || columnSettings.changed)
  const mayEdit = view?.can.edit ?? false

  async function save(own: SavedView) {
    const { name } = own
    if (await changeView(own, { query, columns: columnSettings.serialized }, t`Saved changes to ${name}`))
      columnSettings.reset()
  }
  function reset() {
    columnSettings.reset()
    void navigate({ to: '/applications', search: saved })
  }

  return (
    <>
      {changed && (
        <span className={classes.changed}>
          <Button size="xs" variant="subtle" color="gray" onClick={reset}>
            <Trans>Reset</Trans>
          </Button>
          {mayEdit ? (
            <Button size="xs" variant="light" onClick={() => view && void save(view)}>
              <Trans>Save changes</Trans>
            </Button>
          ) : (
            <Button size="xs" variant="light" onClick={() => setDialog('new')}>
              <Trans>Save as…</Trans>
            </Button>
          )}
        </span>
      )}
      <Menu position="bottom-end" width={232}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            c="var(--ink)"
            leftSection={<IconBookmark size={16} stroke={1.6} aria-hidden />}
          >
            <Trans>View</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {view && (
            <>
              <Menu.Item disabled={!mayEdit || !changed} onClick={() => void save(view)}>
                <Trans>Save changes</Trans>
              </Menu.Item>
              <Menu.Item disabled={!changed} onClick={reset}>
                <Trans>Reset to saved view</Trans>
              </Menu.Item>
            </>
          )}
          <Menu.Item onClick={() => setDialog('new')}>
            {view ? <Trans>Save as new view…</Trans> : <Trans>Save view…</Trans>}
          </Menu.Item>
          {view && <ViewItems {...props} view={view} onRename={() => setDialog('change')} />}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog && (
          <SaveViewDialog
            view={dialog === 'change' ? view : undefined}
            query={query}
            columns={columnSettings.serialized}
            onClose={() => setDialog(null)}
            onSaved={(stored) => {
              if (dialog === 'new') columnSettings.reset()
              setDialog(null)
              void navigate({ to: '/applications', search: { ...search, view: stored.id } })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
