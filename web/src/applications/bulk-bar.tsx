import { Button, Popover } from '@mantine/core'
import type { Permission } from '@muster/contract/permissions.ts'
import { type ReactNode, useState } from 'react'
import { useCurrentUser } from '../session/session.ts'
import { confirm } from '../ui/confirm.tsx'
import { formatNumber } from '../ui/format.ts'
import { type BulkResult, subjectOf } from './act-on-applications.ts'
import { assign, moveTo, remove, reopen } from './application-actions.ts'
import classes from './bulk-bar.module.css'
import { MoveMenu, type MoveTarget } from './move-menu.tsx'
import { OptionList } from './option-list.tsx'
import type { ApplicationRow } from './queries.ts'
import { TagForm } from './tag-form.tsx'

/** Without any of these there is nothing to tick rows for. */
export const bulkPermissions: readonly Permission[] = [
  'applications:move',
  'applications:write',
  'applications:close',
  'applications:delete',
]

interface BulkBarProps {
  selected: readonly ApplicationRow[]
  /** Asks how they ended, then closes them. */
  onClose: () => void
  onMove: (target: MoveTarget) => void
  /** Told what came of an action, to show what was refused. */
  onDone: (result: BulkResult | null) => void
  onClear: () => void
  /** More there is to say: keys, or that not all are ticked. */
  children?: ReactNode
}

type Ability = keyof ApplicationRow['can']

/** What will happen, in words, when it cannot be done to all of them. */
function beforehand(verb: string, selected: readonly ApplicationRow[], ability: Ability): string {
  const able = selected.filter(({ can }) => can[ability]).length
  if (able === selected.length) return `${verb} ${subjectOf(selected)}`
  return `${verb} ${formatNumber(able)} of ${formatNumber(selected.length)}; the others may not be`
}

function OwnerMenu({ selected, onDone }: Pick<BulkBarProps, 'selected' | 'onDone'>) {
  const { id, name } = useCurrentUser()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} width={260} trapFocus returnFocus position="top-start">
      <Popover.Target>
        <Button variant="default" onClick={() => setOpened(!opened)}>
          Assign
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Assign">
        <OptionList
          filter="ownerId"
          label={`${beforehand('Assign', selected, 'edit')} to`}
          values={[]}
          onToggle={({ value, label }) => {
            setOpened(false)
            const owner = value === 'none' ? null : value === 'me' ? { id, name } : { id: value, name: label }
            void assign(selected, owner).then(onDone)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function TagMenu({ selected, onDone }: Pick<BulkBarProps, 'selected' | 'onDone'>) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} width={300} trapFocus returnFocus position="top-start">
      <Popover.Target>
        <Button variant="default" onClick={() => setOpened(!opened)}>
          Tag
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Tag">
        <TagForm
          label={beforehand('Tag', selected, 'edit')}
          applications={selected}
          onDone={(result) => {
            setOpened(false)
            onDone(result)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** What can be done to the ticked rows, at the bottom of the list. */
export function BulkBar({ selected, onClose, onMove, onDone, onClear, children }: BulkBarProps) {
  const { permissions } = useCurrentUser()
  const may = (permission: Permission) => permissions.includes(permission)
  const closed = selected.filter(({ closedAt }) => closedAt)
  const positions = new Set(selected.map(({ position }) => position.id)).size
  const where = positions > 1 ? ` in ${formatNumber(positions)} positions, each to its own status` : ''

  async function removeAll() {
    const title = `Delete ${subjectOf(selected)}?`
    const text = 'They leave every list and board. They can be restored for 30 days.'
    if (await confirm({ title, text, action: 'Delete' })) onDone(await remove(selected))
  }

  return (
    <section className={classes.bar} aria-label="Selected applications" data-bottom-bar>
      <strong className={classes.count}>{formatNumber(selected.length)} selected</strong>
      {may('applications:move') && (
        <MoveMenu
          applications={selected}
          label={beforehand('Move', selected, 'move') + where}
          onMove={(target) =>
            target.type === 'closed' ? onMove(target) : void moveTo(selected, target).then(onDone)
          }
        >
          <Button variant="default">Move to…</Button>
        </MoveMenu>
      )}
      {may('applications:write') && (
        <>
          <OwnerMenu selected={selected} onDone={onDone} />
          <TagMenu selected={selected} onDone={onDone} />
        </>
      )}
      {may('applications:close') && (
        <>
          {closed.length < selected.length && (
            <Button variant="default" onClick={onClose}>
              Close…
            </Button>
          )}
          {closed.length > 0 && (
            <Button variant="default" onClick={() => void reopen(closed).then(onDone)}>
              {closed.length === selected.length ? 'Reopen' : `Reopen ${formatNumber(closed.length)}`}
            </Button>
          )}
        </>
      )}
      {may('applications:delete') && (
        <Button variant="default" onClick={() => void removeAll()}>
          Delete…
        </Button>
      )}
      <Button variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
      <span className={classes.rest}>{children}</span>
    </section>
  )
}
