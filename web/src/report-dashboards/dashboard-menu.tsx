import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { copyDashboard, type ReportDashboardRow, removeDashboard } from './report-dashboards.ts'

interface DashboardMenuProps {
  dashboard: Pick<ReportDashboardRow, 'id' | 'name' | 'can'>
  onEdit: () => void
  onRemoved?: () => void
}

/** Renames and shares, copies and deletes a report dashboard. */
export function DashboardMenu({ dashboard, onEdit, onRemoved }: DashboardMenuProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { name, can } = dashboard
  const copy = async () => {
    const copied = await copyDashboard(dashboard)
    if (copied) await navigate({ to: '/report-dashboards/$id', params: { id: copied.id } })
  }
  const remove = async () => {
    if (await removeDashboard(dashboard)) onRemoved?.()
  }
  return (
    <Menu position="bottom-end" width={176}>
      <Menu.Target>
        <ActionIcon aria-label={t`Actions for ${name}`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can.edit && (
          <Menu.Item onClick={onEdit}>
            <Trans>Rename and share</Trans>
          </Menu.Item>
        )}
        <Menu.Item onClick={() => void copy()}>
          <Trans>Copy</Trans>
        </Menu.Item>
        {can.edit && (
          <Menu.Item color="red" onClick={() => void remove()}>
            <Trans>Delete</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
