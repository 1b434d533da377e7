import { t } from '@lingui/core/macro'
import { Loader, Menu } from '@mantine/core'
import {
  type StatusType,
  statusTypeKeys,
  statusTypeRank,
  statusTypes,
} from '@muster/contract/status-types.ts'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react'
import { useCurrentUser } from '../session/session.ts'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { statusTypeLabels } from '../texts/contract-labels.ts'
import { Kbd } from '../ui/kbd.tsx'
import { type ApplicationRow, statusesQuery } from './queries.ts'

/**
 * The target: a status of the position or, for applications of several positions, a type that each of them
 * has.
 */
export type MoveTarget =
  | { statusId: string; name: string; type: StatusType; color: string }
  | { statusId: null; name: string; type: StatusType; color: string }

interface MoveMenuProps {
  applications: readonly Pick<ApplicationRow, 'position' | 'status'>[]
  /** The heading, when "Move to" is not enough. */
  label?: string
  onMove: (target: MoveTarget) => void
  opened?: boolean
  onChange?: (opened: boolean) => void
  /** The trigger; it must accept a ref. */
  children: ReactElement
}

/** Picks a status by its key: 1 to 9. */
function pickByDigit(event: KeyboardEvent<HTMLDivElement>) {
  if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
  const items = event.currentTarget.querySelectorAll<HTMLButtonElement>('[role="menuitem"]')
  items[Number(event.key) - 1]?.click()
}

/**
 * Returns why the user may never move anything to a status of a type. The server reports the other reasons.
 */
export function useRefusals(): (type: StatusType) => string | undefined {
  const { role, permissions } = useCurrentUser()
  return (type) => {
    const ends = type === 'hired' || type === 'closed'
    if (ends && !permissions.includes('applications:close'))
      return t`You do not have permission to close applications`
    const furthest = role === 'coordinator' ? 'qualified' : 'closed'
    if (statusTypeRank(type) <= statusTypeRank(furthest)) return undefined
    const limit = t(statusTypeLabels[furthest])
    return t`Coordinators can move applications only up to ${limit}`
  }
}

/** Returns the only distinct value, or null if there are none or several. */
function only<Value>(values: Iterable<Value>): Value | null {
  const distinct = [...new Set(values)]
  return distinct.length === 1 ? distinct[0]! : null
}

function MoveChoices({ applications, onMove }: Pick<MoveMenuProps, 'applications' | 'onMove'>) {
  const positionId = only(applications.map((application) => application.position.id))
  const { data, isError } = useQuery({ ...statusesQuery(positionId ?? ''), enabled: positionId !== null })
  const refusal = useRefusals()
  const first = useRef<HTMLButtonElement>(null)
  const waited = useRef(false)
  const waits = positionId !== null && !data
  // The loading placeholder had the focus.
  useEffect(() => {
    if (waits) waited.current = true
    else if (waited.current && document.activeElement === document.body) first.current?.focus()
  }, [waits])
  if (isError) return <Menu.Item disabled>{t`Could not load the statuses`}</Menu.Item>
  if (positionId && !data) {
    return (
      // Not `disabled`, so that the menu has something to focus meanwhile.
      <Menu.Item aria-disabled closeMenuOnClick={false} leftSection={<Loader size={14} />}>
        {t`Loading`}
      </Menu.Item>
    )
  }
  const targets: MoveTarget[] =
    data && positionId
      ? data.items.map(({ id, name, type, color }) => ({ statusId: id, name, type, color }))
      : statusTypeKeys.map((type) => ({
          statusId: null,
          name: t(statusTypeLabels[type]),
          type,
          color: statusTypes[type].color,
        }))
  const current = positionId ? only(applications.map((application) => application.status.id)) : null
  return targets.map((target, index) => (
    <Menu.Item
      key={target.statusId ?? target.type}
      ref={index === 0 ? first : undefined}
      leftSection={<StatusIcon type={target.type} color={target.color} />}
      rightSection={
        target.statusId === current && current ? (
          <IconCheck size={14} stroke={1.6} aria-label={t`now`} />
        ) : (
          index < 9 && (
            <span aria-hidden>
              <Kbd>{String(index + 1)}</Kbd>
            </span>
          )
        )
      }
      aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
      disabled={refusal(target.type) !== undefined}
      title={refusal(target.type)}
      onClick={() => onMove(target)}
    >
      {target.type === 'closed' ? t`${target.name}…` : target.name}
    </Menu.Item>
  ))
}

/** The statuses to move applications to. Choosing a closed one opens the close dialog. */
export function MoveMenu({ applications, label, onMove, opened, onChange, children }: MoveMenuProps) {
  return (
    <Menu opened={opened} onChange={onChange} width={232} position="bottom-end" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown onKeyDown={pickByDigit}>
        <Menu.Label>{label ?? t`Move to`}</Menu.Label>
        <MoveChoices applications={applications} onMove={onMove} />
      </Menu.Dropdown>
    </Menu>
  )
}
